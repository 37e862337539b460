import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { parse } from 'yaml';
import type { RehearsalCopy } from '../../src/schemas/assistant.ts';
import {
  ask,
  callButton,
  callDialog,
  callerAddress,
  captions,
  controls,
  expectLive,
  expectState,
  openSite,
  words,
} from './call.ts';
import { expect, holdRequests, labels, test } from './fixtures.ts';
import { expectFocus, expectSaid, go, listen } from './walk.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const { button, dialog, guide: guideWords, panel } = words;
const CALL = `button "${button.idle}"`;
const NAME = `textbox "${dialog.fields.name.label}", required`;
const EMAIL = `textbox "${dialog.fields.email.label}", required`;

/** The rehearsed agent's answer to “thanks”. */
const thanks = (parse(readFileSync('content/assistant/rehearsal.yaml', 'utf8')) as RehearsalCopy).smallTalk.find(
  ({ phrases }) => phrases.includes('thanks'),
)?.answer;

/** Opens the call dialog from the end of a page and enters the caller's name and address, by keyboard only. */
async function introduceByKeyboard(page: Page, email = callerAddress()): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await listen(page);
  await openSite(page, '/terms-of-service');
  await go(page, 'Shift+Tab', [CALL]);
  await page.keyboard.press('Enter');
  await expectFocus(page, NAME);
  await go(page, 'Tab', [EMAIL, 'link "Privacy policy"', `button "${dialog.cancel}"`]);
  await go(page, 'Shift+Tab', ['link "Privacy policy"', EMAIL, NAME]);
  await page.keyboard.type('Ada');
  await go(page, 'Tab', [EMAIL]);
  await page.keyboard.type('nobody@');
  await page.keyboard.press('Enter');
  await expectFocus(page, `${EMAIL}, invalid: ${dialog.fields.email.problems.invalid}`);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await go(page, 'Tab', ['link "Privacy policy"', `button "${dialog.cancel}"`, `button "${dialog.start}"`]);
}

/** An ARIA snapshot of the corner with the call, from its start to the end of the guide. */
const cornerIn = (state: 'connecting' | 'active' | 'ended', label: string) => `- complementary "${words.region}":
      - button "${label}"
      - status: ${guideWords.status[state]}
      - region "${guideWords.title}":
        - heading "${guideWords.title}" [level=2]
        - list:
${guideWords.steps.map(({ title }) => `          - listitem:\n            - strong: ${title}`).join('\n')}
        - paragraph: ${guideWords.status[state]}`;

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height } });
    const isWide = width > 768;

    test(
      'by keyboard: call, ask, mute, hide and show, look around on the page, hang up, and close',
      EXHAUSTIVE,
      async ({ page }) => {
        test.slow();
        await introduceByKeyboard(page);
        await page.keyboard.press('Enter');
        await expectLive(page);
        await expectFocus(page, `button "${button.active}"`);

        await go(page, 'Tab', [
          ...(isWide ? [`button "${guideWords.end}"`] : []),
          `button "${panel.mute}"`,
          `button "${panel.hide}", expanded`,
          `group "${panel.captions}"`,
          `textbox "${panel.question}"`,
        ]);
        await page.keyboard.type('who does the work?');
        await page.keyboard.press('Enter');
        await expect(captions(page)).toContainText('who does the work?');
        await expectFocus(page, `textbox "${panel.question}"`);
        await go(page, 'Tab', [`button "${panel.send}"`, `button "${panel.fold}", expanded`]);
        await page.keyboard.press('Enter');
        await expectFocus(page, `button "${panel.unfold}", collapsed`);
        await page.keyboard.press('Enter');
        await expectFocus(page, `button "${panel.fold}", expanded`);
        await go(page, 'Shift+Tab', [
          `button "${panel.send}"`,
          `textbox "${panel.question}"`,
          `group "${panel.captions}"`,
          `button "${panel.hide}", expanded`,
        ]);
        await page.keyboard.press('Space');
        await expectFocus(page, `button "${panel.show}", collapsed`);
        await go(page, 'Shift+Tab', [`button "${panel.mute}"`]);
        await page.keyboard.press('Space');
        await expectFocus(page, `button "${panel.unmute}"`);
        await go(page, 'Shift+Tab', [
          ...(isWide ? [`button "${guideWords.end}"`] : []),
          `button "${button.active}"`,
          // The page behind the call can still be read, and the call does not cover the focused element.
          'link "Accessibility"',
          'link "Terms of Service"',
        ]);
        await go(page, 'Tab', ['link "Accessibility"', `button "${button.active}"`]);
        await page.keyboard.press('Enter');
        await expectState(page, 'ended');
        await expectFocus(page, CALL);
        await go(page, 'Tab', [`button "${panel.close}"`]);
        await page.keyboard.press('Enter');
        await expectState(page, 'idle');
        await expectFocus(page, CALL);
      },
    );
  });

test(
  'by screen reader: hear the dialog, the progress of the call, each line once, and where the summary goes',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await introduceByKeyboard(page, email);
    await expect(callDialog(page)).toHaveAccessibleDescription(dialog.description);
    await expect(callDialog(page)).toMatchAriaSnapshot(`
    - dialog "${dialog.title}":
      - button "${labels.close}"
      - heading "${dialog.title}" [level=2]
      - paragraph: ${dialog.description}
      - form "${dialog.title}":
        - text: ${dialog.fields.name.label}
        - textbox "${dialog.fields.name.label}": Ada
        - text: ${dialog.fields.email.label}
        - paragraph: ${dialog.fields.email.problems.invalid}
        - textbox "${dialog.fields.email.label}" [invalid]
        - alert
        - paragraph: ${dialog.needed}
        - paragraph:
          - text: ${dialog.recording}
          - link "Privacy policy"
        - button "${dialog.cancel}"
        - button "${dialog.start}"
  `);
    await expectSaid(page);

    const corner = page.getByRole('complementary', { name: words.region });
    const release = await holdRequests(page, '**/live/call/web');
    await page.keyboard.press('Enter');
    await expectState(page, 'requesting-permission');
    await expect(corner).toMatchAriaSnapshot(cornerIn('connecting', button.connecting));
    await expectSaid(page, `status: ${guideWords.status.connecting}`);
    release();
    await expectLive(page);
    await expect(captions(page)).toContainText('please type');
    await expect(corner).toMatchAriaSnapshot(`
    ${cornerIn('active', button.active)}
        - button "${guideWords.end}"
      - region "${panel.title}":
        - timer "${panel.elapsed}"
        - button "${panel.mute}"
        - status
        - button "${panel.hide}" [expanded]
        - group "${panel.captions}":
          - log:
            - paragraph: /^${panel.assistant}. Hello, /
        - textbox "${panel.question}"
        - button "${panel.send}"
        - paragraph: ${panel.newTab}
      - button "${panel.fold}" [expanded]
  `);
    const greeting = (await captions(page).innerText()).replaceAll(/\s+/g, ' ').trim();
    await expectSaid(page, `status: ${guideWords.status.active}`, `log: ${greeting}`);

    await ask(page, 'thanks');
    await expectSaid(page, `log: ${panel.visitor}: thanks`, `log: ${panel.assistant}: ${thanks}`);
    await controls(page).getByRole('button', { name: panel.mute, exact: true }).press('Enter');
    await expectSaid(page, `status: ${panel.muted}`);
    await ask(page, 'x'.repeat(501));
    await expectSaid(page, `alert: ${panel.tooLong.replace('{limit}', '500')}`);
    await callButton(page).press('Enter');
    await expectState(page, 'ended');
    await expect(corner).toMatchAriaSnapshot(`
    ${cornerIn('ended', button.idle)}
      - region "${panel.title}":
        - timer "${panel.elapsed}"
        - button "${panel.close}"
        - paragraph: ${panel.summary.replace('{address}', email)}
        - paragraph: ${panel.ends.visitor}
        - status
        - button "${panel.hide}" [expanded]
        - group "${panel.captions}":
          - log
  `);
    await expectSaid(page, `status: ${guideWords.status.ended}`);
  },
);
