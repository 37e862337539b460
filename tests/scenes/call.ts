import type { Page } from 'playwright';
import { FAILURES, type FailureKind } from '../../src/voice/call-events.ts';
import { FAILED_RESOURCE, open, receive, submit, type Scene } from './scene.ts';

const path = '/flow';
const openCall = open('[data-call-button]');
const sendCall = (page: Page) => submit(page, 'voice-call');

async function introduce(page: Page): Promise<void> {
  await openCall(page);
  await page.fill('#voice-call-name', 'Ada Example');
  await page.fill('#voice-call-email', 'ada@example.com');
}

async function start(page: Page): Promise<void> {
  await introduce(page);
  await receive(page);
  // Stops the clock of the call.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now;
  });
  await sendCall(page);
}

/** Calls, and waits until the agent has finished its greeting. */
async function call(page: Page): Promise<void> {
  await start(page);
  await page.locator('[name=question]').waitFor();
  await page.getByRole('log').getByText('?', { exact: false }).first().waitFor();
  const speaking = page.locator('[data-speaker=assistant][data-speaking]');
  await speaking.waitFor();
  await speaking.waitFor({ state: 'detached' });
}

/** Waits until both sides are silent. */
async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !document.querySelector('[data-speaking]') &&
      [...document.querySelectorAll<HTMLElement>('[data-speaker]')].every(
        (side) => !(side.querySelector<HTMLElement>('[style]')?.style.getPropertyValue('--level') ?? '').match(/[1-9]/),
      ),
  );
}

/** The failures that end a running call. */
const CUT_OFF: readonly FailureKind[] = ['network-lost', 'provider-ended'];

/**
 * Every kind of failure has a rehearsal of the same name, except missing code of our own. A silent agent is left out: the
 * clock that would notice it is stopped, and its end looks like the others.
 */
const REHEARSED = FAILURES.filter((kind) => kind !== 'code-missing' && kind !== 'agent-silent');

const LOGS: Partial<Record<FailureKind, RegExp>> = {
  'provider-refused': FAILED_RESOURCE,
  'provider-busy': FAILED_RESOURCE,
  'provider-unreachable': FAILED_RESOURCE,
  'provider-fault': FAILED_RESOURCE,
  'sound-blocked': /could not start assistant audio/,
};

const failed = (kind: FailureKind): Scene => {
  const log = LOGS[kind];
  return {
    name: `call-failed-${kind}`,
    path: `${path}?rehearse=${kind}`,
    // One of each sort has a picture.
    alike: !['microphone-refused', 'network-lost'].includes(kind),
    ...(log && { logs: [log] }),
    async act(page) {
      await start(page);
      await page.locator('.toast').waitFor();
      if (CUT_OFF.includes(kind)) await page.locator('[data-ending]').waitFor();
    },
  };
};

/** The call with the AI agent, from its dialog to the end. */
export const CALL_SCENES: Scene[] = [
  { name: 'call-dialog-empty', path, act: openCall },
  { name: 'call-dialog', path, act: introduce },
  {
    name: 'call-dialog-mistakes',
    path,
    async act(page) {
      await introduce(page);
      await page.fill('#voice-call-email', 'ada@exa mple');
      await sendCall(page);
      await page.locator('dialog[open] [aria-invalid=true]').waitFor();
    },
  },
  {
    name: 'call-connecting',
    path: `${path}?rehearse=never-live`,
    async act(page) {
      await start(page);
      await page.locator('.call-panel[data-state=requesting-permission]').waitFor();
    },
  },
  { name: 'call', path, act: call, settle },
  {
    name: 'call-muted',
    path,
    settle,
    async act(page) {
      await call(page);
      await page.locator('.call-controls .button-quiet').click();
      await page.locator('.call-notice:not(:empty)').waitFor();
    },
  },
  {
    name: 'call-question-too-long',
    path,
    settle,
    async act(page) {
      await call(page);
      await page.fill('[name=question]', 'why '.repeat(200));
      await page.press('[name=question]', 'Enter');
      await page.locator('#call-question-problem .problem').waitFor();
    },
  },
  {
    name: 'call-folded',
    path,
    settle,
    async act(page) {
      await call(page);
      await page.locator('.call-card > .link').click();
      await page.locator('[data-folded]').waitFor();
    },
  },
  {
    name: 'chat',
    path,
    async act(page) {
      await introduce(page);
      await receive(page);
      await page.locator('[data-writes]').click();
      await page.fill('[name=question]', 'how long is an internship?');
      await page.press('[name=question]', 'Enter');
      await page.getByRole('log').getByText('That is from the page').waitFor();
    },
  },
  {
    name: 'call-action',
    path,
    settle,
    async act(page) {
      await call(page);
      await page.fill(
        '[name=question]',
        'Please tell your team that we need single sign-on for two hundred people by March',
      );
      await page.press('[name=question]', 'Enter');
      await page.locator('.action').waitFor();
    },
  },
  {
    name: 'call-over',
    path,
    async act(page) {
      await call(page);
      await page.locator('[data-call-button]').click();
      await page.locator('[data-call-button][data-calling]').waitFor({ state: 'detached' });
      await page.locator('[name=question]').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'call-failed-code-missing',
    path,
    alike: true,
    logs: [FAILED_RESOURCE],
    async act(page) {
      await page.route(/vapi\.[^/]*\.js/, (route) => route.abort());
      await start(page);
      await page.locator('.toast').waitFor();
    },
  },
  ...REHEARSED.map(failed),
];
