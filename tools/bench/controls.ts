import type { Page } from 'playwright';
import { callLive, introduce } from './call.ts';
import { BACKEND_URL } from './sites.ts';

type Act = (page: Page) => Promise<unknown>;

/** A control that visitors press, once on a fresh page on a phone. */
export interface Control {
  name: string;
  path: string;
  /** What the visitor does first. */
  before?: Act;
  press: Act;
  /** Whether the splash film plays. */
  film?: true;
}

const tap =
  (selector: string): Act =>
  (page) =>
    page.locator(`${selector} >> visible=true`).first().tap();
const key =
  (name: string): Act =>
  (page) =>
    page.keyboard.press(name);

/** Opens a dialog and waits until its form is hydrated. */
const open =
  (opener: string): Act =>
  async (page) => {
    await tap(opener)(page);
    await page.locator('dialog[open] form[data-ready]').waitFor();
  };
const consult = open('header [data-opens=consultation]');

async function call(page: Page): Promise<void> {
  await introduce(page);
  await callLive(page);
  await page.locator('[name=question]').waitFor();
}

/** Sends a request, which is answered as stored. */
async function send(page: Page): Promise<void> {
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
  await page.route(`${BACKEND_URL}/**`, (route) => route.fulfill({ status: 201, headers, body: '{}' }));
  await consult(page);
  await page.fill('#consultation-name', 'Ada Example');
  await page.fill('#consultation-email', 'ada@example.com');
  await tap('dialog[open] [type=submit]')(page);
  await page.locator('.toast-dismiss >> visible=true').waitFor();
}

/** Every kind of control, except links to other pages: these paint the next page. */
export const CONTROLS: readonly Control[] = [
  { name: 'Skip, on the film', path: '/', film: true, press: tap('#splash button') },
  { name: 'Menu', path: '/', press: tap('header summary') },
  { name: 'Logo, to the top', path: '/', press: tap('[data-to-top]') },
  { name: 'Opens the consultation', path: '/', press: tap('header [data-opens=consultation]') },
  { name: 'Opens the demo booking', path: '/flow', press: tap('footer [data-opens=demo-booking]') },
  { name: 'Opens the call', path: '/flow', press: tap('[data-call-button]') },
  { name: 'Try the assistant', path: '/', press: tap('[data-tries-assistant]') },
  { name: 'Close button of a dialog', path: '/', before: consult, press: tap('dialog[open] .cross') },
  { name: 'Cancel of a dialog', path: '/', before: consult, press: tap('dialog[open] .buttons [data-closes]') },
  { name: 'Escape in a dialog', path: '/', before: consult, press: key('Escape') },
  { name: 'Outside a dialog', path: '/', before: consult, press: (page) => page.touchscreen.tap(4, 4) },
  {
    name: 'A letter in a field',
    path: '/',
    before: async (page) => {
      await consult(page);
      await page.focus('#consultation-name');
    },
    press: key('a'),
  },
  { name: 'Send, nothing filled in', path: '/', before: consult, press: tap('dialog[open] [type=submit]') },
  { name: 'Dismiss a toast', path: '/', before: send, press: tap('.toast-dismiss') },
  { name: 'Notify me, not hydrated', path: '/resources', press: tap('form[data-island=waiting-list] [type=submit]') },
  {
    name: 'Send the application, not hydrated',
    path: '/internships/apply',
    press: tap('form[data-island=internship] [type=submit]'),
  },
  { name: 'Details of a stage', path: '/flow', press: tap('[data-stage] summary') },
  { name: 'Card of a stage', path: '/flow', press: tap('[data-card] h3') },
  { name: 'Link in a table of contents', path: '/privacy-policy', press: tap('nav[aria-labelledby=contents] a') },
  { name: 'Colors: dark', path: '/', press: tap('footer [name=theme][value=dark]') },
  {
    name: 'Start Call',
    path: '/flow',
    before: introduce,
    press: tap('form[data-island=voice-call] [type=submit]'),
  },
  { name: 'Mute', path: '/flow', before: call, press: tap('.call-controls .bar button') },
  { name: 'Hide the captions', path: '/flow', before: call, press: tap('.captions .link') },
  {
    name: 'Ask a question',
    path: '/flow',
    before: async (page) => {
      await call(page);
      await page.fill('[name=question]', 'How long is an internship?');
    },
    press: key('Enter'),
  },
  { name: 'End Call', path: '/flow', before: call, press: tap('[data-call-button]') },
];
