import { PAGES } from '../setup/pages.ts';
import { CALL_SCENES } from './call.ts';
import { FORM_SCENES } from './form-scenes.ts';
import { fail, FAILED_RESOURCE, open, receive, stall, type Scene } from './scene.ts';

const nameOf = (path: string) => (path === '/' ? 'home' : path.slice(1).replaceAll('/', '-'));

const UNSUBSCRIBE = '/unsubscribe#token';

/** The pages and their states, except those of forms and calls. */
const PAGE_SCENES: Scene[] = [
  ...PAGES.filter((path) => path !== '/404').map((path) => ({ name: nameOf(path), path, whole: true })),
  { name: '404', path: '/no-such-page', whole: true, logs: [FAILED_RESOURCE] },
  {
    name: 'menu',
    path: '/flow',
    below: 1152,
    act: (page) => page.locator('header summary').click(),
  },
  {
    name: 'stage-expanded',
    path: '/flow',
    whole: true,
    async act(page) {
      await page.locator('[data-stage] summary').first().click();
      await page.locator('[data-stage] details[open]').waitFor();
    },
  },
  { name: 'unsubscribe-asked', path: UNSUBSCRIBE, act: (page) => page.locator('form[data-ready] button').waitFor() },
  {
    name: 'unsubscribe-sending',
    path: UNSUBSCRIBE,
    async act(page) {
      await stall(page);
      await page.locator('form[data-ready] button').click();
      await page.locator('main [aria-disabled]').waitFor();
    },
  },
  {
    name: 'unsubscribe-failed',
    path: UNSUBSCRIBE,
    logs: [FAILED_RESOURCE],
    async act(page) {
      await fail(page);
      await page.locator('form[data-ready] button').click();
      await page.locator('[data-failed]').waitFor();
    },
  },
  {
    name: 'unsubscribe-received',
    path: UNSUBSCRIBE,
    async act(page) {
      await receive(page);
      await page.locator('form[data-ready] button').click();
      await page.locator('[data-done]').waitFor();
    },
  },
];

/** A site built without any keys: each form says that it can't be sent. */
const UNCONNECTED_SCENES: Scene[] = [
  { name: 'consultation', path: '/', act: open('header [data-opens=consultation]') },
  { name: 'demo-booking', path: '/flow', act: open('footer [data-opens=demo-booking]') },
  { name: 'call-dialog', path: '/flow', act: open('[data-call-button]') },
  { name: 'application', path: '/internships/apply', whole: true },
  { name: 'waiting-list', path: '/resources', whole: true },
].map((scene) => ({ ...scene, name: `unconnected-${scene.name}`, unconnected: true }));

/** Every page, and every state that visitors can reach: for screenshots, and for tests that look for faults. */
export const SCENES: Scene[] = [...PAGE_SCENES, ...FORM_SCENES, ...CALL_SCENES, ...UNCONNECTED_SCENES];
