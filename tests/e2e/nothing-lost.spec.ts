import { TEAM_TABLES } from '../../src/backend/request.ts';
import { silentServer } from '../setup/silent-server.ts';
import { expect, FAILED_RESOURCE, FAILURE, running, teamMailsOf, test, toast } from './fixtures.ts';
import { enter, expectValues, FORMS, storedRows } from './form-copy.ts';
import { EXHAUSTIVE, gateIf } from '../setup/exhaustive.ts';

for (const form of FORMS)
  test.describe(form.name, () => {
    const { island, table } = form;

    test(
      'offline at submit: everything typed stays while there is no network, and it goes through later',
      gateIf(island === 'consultation'),
      async ({ page, context, database, email, expectedErrors }) => {
        expectedErrors.push(FAILURE, FAILED_RESOURCE);
        const values = form.values(email);
        await form.open(page);
        await enter(page, island, values);
        await expect(page.locator(`form[data-island=${island}]`)).toHaveAttribute('data-ready', '');
        await context.setOffline(true);
        await form.submit(page).click();
        await expect(toast(page, 'Error')).toContainText(form.failure);
        await expectValues(page, island, values);
        await form.submit(page).click();
        await expect(form.submit(page)).toBeEnabled();
        await expectValues(page, island, values);
        expect(await storedRows(database, table, email)).toEqual([]);

        await context.setOffline(false);
        await form.submit(page).click();
        await form.received(page);
        expect(await storedRows(database, table, email)).toHaveLength(1);
      },
    );

    if ((TEAM_TABLES as readonly string[]).includes(table))
      test(
        'tab closed right after the response: the team is still notified, once',
        EXHAUSTIVE,
        async ({ page, database, email }) => {
          // The request for the mail never arrives.
          await using silent = await silentServer();
          await page.route(`${running.apiUrl}/functions/**`, (route) => route.continue({ url: silent.url }));
          await form.open(page);
          await enter(page, island, form.values(email));
          await form.submit(page).click();
          await silent.reached;
          await page.close();
          expect(await storedRows(database, table, email)).toMatchObject([{ notified_at: null, tries: 0 }]);

          await database`update ${database(`public.${table}`)} set created_at = created_at - interval '3 minutes' where email = ${email}`;
          const swept = await fetch(`${running.apiUrl}/functions/v1/request-sweep`, {
            method: 'POST',
            headers: { apikey: running.secretKey, 'content-type': 'application/json' },
            body: '{}',
          });
          expect(swept.status).toBe(200);
          expect(await teamMailsOf(email)).toHaveLength(1);
          expect(await storedRows(database, table, email)).toMatchObject([
            { notified_at: expect.any(Date) as Date, tries: 1 },
          ]);
        },
      );
  });
