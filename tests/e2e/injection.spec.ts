import type { Page } from 'playwright/test';
import { noteViolations, serveAttacked, serveForeign, stoppedBy, type Started } from './attack.ts';
import { expect, PAGES, test } from './fixtures.ts';
import { EXHAUSTIVE } from '../setup/exhaustive.ts';

/** Something that an attacker injected into a page. */
interface Attack {
  name: string;
  html: (foreign: string) => string;
  script?: (foreign: string) => string;
  /** What the visitor does. */
  act?: (page: Page) => Promise<void>;
  /** The paths it requests from the foreign server if nothing stops it. */
  arrivesAt?: string[];
  /** Whether it affects the page, if nothing stops it. */
  takesEffect?: (page: Page) => Promise<unknown>;
  /** The directives that stop it: one for each attempt, sorted. */
  stoppedBy: string[];
}

const MARK = "document.documentElement.dataset.injected=[document.documentElement.dataset.injected,'x'].join('')";
/** Whether injected code has run this often. */
const runs = (count: number) => async (page: Page) =>
  (await page.locator('html').getAttribute('data-injected')) === 'x'.repeat(count);
const styleOf = (property: string, value: string) => (page: Page) =>
  page
    .locator('#injected')
    .evaluate((element, [property, value]) => getComputedStyle(element).getPropertyValue(property) === value, [
      property,
      value,
    ] as const);
/** The locator's own press() would wait for a form submission that a policy blocks. */
async function press(page: Page): Promise<void> {
  await page.locator('#injected').focus();
  await page.keyboard.press('Enter');
}
const OWN_SCRIPT = '<script src="/own.js"></script>';

const ATTACKS: Attack[] = [
  {
    name: 'an inline script',
    html: () => `<script>${MARK}</script><script type="module">${MARK}</script>`,
    takesEffect: runs(2),
    stoppedBy: ['script-src-elem', 'script-src-elem'],
  },
  {
    name: 'an inline event handler',
    html: () => `<img src="data:," onerror="${MARK}"><details open ontoggle="${MARK}"></details>`,
    takesEffect: runs(2),
    stoppedBy: ['script-src-attr', 'script-src-attr'],
  },
  {
    name: 'a link with code',
    html: () => `<a id="injected" href="javascript:void(${MARK})">x</a>`,
    act: press,
    takesEffect: runs(1),
    stoppedBy: ['script-src-elem'],
  },
  {
    name: 'a text that a script evaluates',
    html: () => OWN_SCRIPT,
    script: () =>
      [`eval("${MARK}")`, `new Function("${MARK}")()`, `setTimeout("${MARK}")`]
        .map((code) => `try { ${code} } catch {}`)
        .join('\n'),
    takesEffect: runs(3),
    stoppedBy: ['script-src', 'script-src', 'script-src'],
  },
  {
    name: 'a script from a foreign origin',
    html: (foreign) => `<script src="${foreign}/x.js"></script><script type="module" src="${foreign}/y.js"></script>`,
    arrivesAt: ['/x.js', '/y.js'],
    stoppedBy: ['script-src-elem', 'script-src-elem'],
  },
  {
    name: 'a form that is sent to a foreign origin',
    html: (foreign) => `<form method="post" action="${foreign}/form"><button id="injected">x</button></form>`,
    act: press,
    arrivesAt: ['/form'],
    stoppedBy: ['form-action'],
  },
  {
    name: 'a button that sends our form to a foreign origin',
    html: (foreign) =>
      `<form action="/unsubscribe"><input name="email"><button id="injected" formaction="${foreign}/form">x</button></form>`,
    act: press,
    arrivesAt: ['/form'],
    stoppedBy: ['form-action'],
  },
  {
    name: 'images, audio and video that report the visitor',
    html: (foreign) =>
      `<img src="${foreign}/image"><picture><source srcset="${foreign}/source"><img></picture>` +
      `<audio src="${foreign}/audio" preload="auto"></audio><video poster="${foreign}/poster"></video>`,
    arrivesAt: ['/audio', '/image', '/poster', '/source'],
    stoppedBy: ['img-src', 'img-src', 'img-src', 'media-src'],
  },
  {
    name: 'styles that fetch something',
    html: (foreign) =>
      `<style>@import "${foreign}/import.css"; #injected { background: url("${foreign}/background") }</style>` +
      `<link rel="stylesheet" href="${foreign}/sheet.css"><p id="injected">x</p>`,
    arrivesAt: ['/background', '/import.css', '/sheet.css'],
    stoppedBy: ['style-src-elem', 'style-src-elem'],
  },
  {
    name: 'our own script, contacting a foreign origin',
    html: () => OWN_SCRIPT,
    script: (foreign) => `
      fetch("${foreign}/fetch", { mode: "no-cors" }).catch(() => {});
      navigator.sendBeacon("${foreign}/beacon", "x");
      const request = new XMLHttpRequest(); request.open("GET", "${foreign}/xhr"); request.send();
      try { new WebSocket("${foreign.replace('http', 'ws')}/socket") } catch {}
      new EventSource("${foreign}/events");`,
    arrivesAt: ['/beacon', '/events', '/fetch', '/socket', '/xhr'],
    stoppedBy: ['connect-src', 'connect-src', 'connect-src', 'connect-src', 'connect-src'],
  },
  {
    name: 'a link that reports who pressed it',
    html: (foreign) => `<a id="injected" href="#x" ping="${foreign}/ping">x</a>`,
    act: press,
    arrivesAt: ['/ping'],
    stoppedBy: ['connect-src'],
  },
  {
    name: 'a foreign page embedded in ours',
    html: (foreign) =>
      `<iframe src="${foreign}/frame"></iframe><object data="${foreign}/object"></object><embed src="${foreign}/embed">`,
    arrivesAt: ['/embed', '/frame', '/object'],
    stoppedBy: ['frame-src', 'object-src', 'object-src'],
  },
  {
    name: 'another base URL',
    html: (foreign) => `<base href="${foreign}/"><img src="favicon.svg">`,
    arrivesAt: ['/favicon.svg'],
    takesEffect: (page) => page.evaluate(() => !document.baseURI.startsWith(location.origin)),
    stoppedBy: ['base-uri'],
  },
  {
    name: 'an inline style',
    html: (foreign) => `<p id="injected" style="position: fixed; background: url('${foreign}/style')">x</p>`,
    arrivesAt: ['/style'],
    takesEffect: styleOf('position', 'fixed'),
    stoppedBy: ['style-src-attr'],
  },
  {
    name: 'an inline style sheet',
    html: () => '<style>#injected { position: fixed }</style><p id="injected">x</p>',
    takesEffect: styleOf('position', 'fixed'),
    stoppedBy: ['style-src-elem'],
  },
];

const started: Started[] = [];
test.beforeEach(({ page }) => noteViolations(page));
test.afterEach(() => started.splice(0).forEach((server) => server.close()));

/** A site with an attack in its pages, and the foreign server that the attack contacts. */
async function serve(attack: Attack, guarded: boolean) {
  const foreign = await serveForeign();
  const html = attack.html(foreign.origin);
  const site = await serveAttacked({ html, script: attack.script?.(foreign.origin) ?? '', guarded });
  started.push(foreign, site);
  return { foreign, site };
}

const hostsOf = (...servers: Started[]) => servers.map(({ origin }) => new URL(origin).host);

for (const attack of ATTACKS)
  test(
    `${attack.name}: works on a page without a policy, and does nothing on ours`,
    EXHAUSTIVE,
    async ({ page, context, hosts, expectedErrors }) => {
      expectedErrors.push(/Content Security Policy/);
      const { act, arrivesAt = [], takesEffect } = attack;

      const open = await serve(attack, false);
      // What a page without a policy logs does not matter.
      const bare = await context.newPage();
      await bare.goto(`${open.site.origin}/resources`);
      await act?.(bare);
      await expect
        .poll(() => [...new Set(open.foreign.asked)].filter((path) => arrivesAt.includes(path)).sort())
        .toEqual(arrivesAt);
      if (takesEffect) await expect.poll(() => takesEffect(bare)).toBe(true);
      await bare.close();

      const { foreign, site } = await serve(attack, true);
      // The foreign host too: Chromium also reports requests that the policy then blocks.
      hosts.push(...hostsOf(foreign, site));
      await page.goto(`${site.origin}/resources`);
      await act?.(page);
      await expect.poll(() => stoppedBy(page)).toEqual(attack.stoppedBy);
      // Not with locators, which would wait for a blocked form.
      expect(
        await page.evaluate(() => [
          document.documentElement.dataset['injected'],
          document.querySelector('h1')?.checkVisibility(),
        ]),
      ).toEqual([undefined, true]);
      if (takesEffect) expect(await takesEffect(page)).toBe(false);
      expect(foreign.asked).toEqual([]);
    },
  );

test('no page runs an injected script', EXHAUSTIVE, async ({ page, hosts, expectedErrors }) => {
  expectedErrors.push(/Content Security Policy/);
  const [attack] = ATTACKS;
  if (!attack) throw new Error('no attack');
  const { site } = await serve(attack, true);
  hosts.push(...hostsOf(site));
  for (const path of PAGES) {
    await page.goto(site.origin + path);
    await expect.poll(() => stoppedBy(page), path).toEqual(attack.stoppedBy);
    await expect(page.locator('html')).not.toHaveAttribute('data-injected');
  }
});

test('no other origin can show the site in a frame', EXHAUSTIVE, async ({ page, context, hosts, expectedErrors }) => {
  expectedErrors.push(/frame-ancestors/);
  for (const guarded of [false, true]) {
    const site = await serveAttacked({ html: '', guarded });
    const framing = await serveForeign({ '/': `<iframe src="${site.origin}/flow"></iframe>` });
    started.push(site, framing);
    hosts.push(...hostsOf(site, framing));
    const visited = guarded ? page : await context.newPage();
    const refused =
      guarded && page.waitForEvent('console', { predicate: (message) => message.text().includes('frame-ancestors') });
    await visited.goto(framing.origin);
    await refused;
    const heading = visited.frameLocator('iframe').getByRole('heading', { level: 1 });
    await expect(heading).toHaveCount(guarded ? 0 : 1);
  }
});
