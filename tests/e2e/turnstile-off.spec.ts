import { expect, test } from './fixtures.ts';
import { enter, formOf } from './form-copy.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

const form = formOf('consultation');

// That the page contacts only us is checked for every page (fixtures.ts).
test(
  'without a site key, a form is sent without a check, and the page allows no frames',
  EXHAUSTIVE,
  async ({ page, email }) => {
    await form.open(page);
    await enter(page, form.island, form.values(email));
    await form.submit(page).click();
    await form.received(page);
    const policy = await page.locator('meta[http-equiv=content-security-policy]').getAttribute('content');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('frame-src');
  },
);
