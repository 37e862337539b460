import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { BROWSER_ARGUMENTS, findBrowser } from './find-browser.ts';
import { temporaryFolder } from './stack.ts';

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** One document that is, or is about to be, in a tab. */
export interface BarePage {
  /** Whether it started as a prerendered page. */
  prerendered: boolean;
  /** The value of an expression; promises are awaited. */
  evaluate: <Value>(expression: string) => Promise<Value>;
  /** Moves the mouse to the center of an element, which must be in view. */
  pointAt: (selector: string) => Promise<void>;
  /** Presses the mouse where it is. */
  press: () => Promise<void>;
  /** Releases it where it is. */
  release: () => Promise<void>;
}

/** A tab in its own browser. */
export interface BareTab {
  /** Navigates from the tab's initial document to an address, and returns that document. */
  open: (url: string) => Promise<BarePage>;
  /** The documents so far, oldest first. */
  pages: readonly BarePage[];
  close: () => Promise<void>;
}

/**
 * A tab in a fresh Chromium that prerenders. Playwright attaches to pages in a way that disables prerendering, so this
 * talks to the browser directly, and attaches to the tab instead of the page.
 *
 * @param early a script that runs first in every document, also in a prerendered one
 */
export async function openBareTab(early: string): Promise<BareTab> {
  const profile = temporaryFolder();
  const browser = spawn(
    findBrowser() ?? '',
    [
      ...BROWSER_ARGUMENTS,
      '--headless=new',
      // Not a port, which every user of the machine could control the browser by.
      '--remote-debugging-pipe',
      `--user-data-dir=${profile}`,
      '--window-size=1440,900',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , toBrowser, fromBrowser] = browser.stdio as [null, null, null, Writable, Readable];
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  let lastId = 0;
  const send = (method: string, params = {}, sessionId?: string) => {
    const id = ++lastId;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, answer);
    toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer.promise;
  };

  const pages: BarePage[] = [];
  const first = Promise.withResolvers<BarePage>();
  const onAttached = async (sessionId: string, prerendered: boolean) => {
    const ready = [
      send('Page.enable', {}, sessionId),
      send('Page.addScriptToEvaluateOnNewDocument', { source: early }, sessionId),
      send('Runtime.runIfWaitingForDebugger', {}, sessionId),
    ];
    const evaluate = async <Value>(expression: string) => {
      const { result, exceptionDetails } = (await send(
        'Runtime.evaluate',
        { expression, returnByValue: true, awaitPromise: true },
        sessionId,
      )) as { result: { value: Value }; exceptionDetails?: { text: string } };
      if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.text}`);
      return result.value;
    };
    let place = { x: 0, y: 0 };
    const mouse = async (type: string, button: object) => {
      await send('Input.dispatchMouseEvent', { type, ...place, ...button }, sessionId);
    };
    const page: BarePage = {
      prerendered,
      evaluate,
      async pointAt(selector) {
        place = await evaluate(
          `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))` +
            `(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
        );
        await mouse('mouseMoved', {});
      },
      press: () => mouse('mousePressed', { button: 'left', clickCount: 1 }),
      release: () => mouse('mouseReleased', { button: 'left', clickCount: 1 }),
    };
    await Promise.all(ready);
    pages.push(page);
    first.resolve(page);
  };

  const receive = (message: string) => {
    const { id, method, params, result, error } = JSON.parse(message) as Message;
    if (id !== undefined) {
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result ?? {});
      waiting.delete(id);
    } else if (method === 'Target.attachedToTarget') {
      const { sessionId, targetInfo } = params as {
        sessionId: string;
        targetInfo: { type: string; subtype?: string };
      };
      if (targetInfo.type === 'page')
        onAttached(sessionId, targetInfo.subtype === 'prerender').catch((error: unknown) => first.reject(error));
    }
  };
  let received = '';
  fromBrowser.setEncoding('utf8').on('data', (part: string) => {
    const messages = (received + part).split('\0');
    received = messages.pop() ?? '';
    messages.forEach(receive);
  });

  const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true });
  const { sessionId: tab } = (await send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string;
  };
  await send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, tab);

  return {
    pages,
    async open(url) {
      const page = await first.promise;
      await page.evaluate(`location.assign(${JSON.stringify(url)})`);
      return page;
    },
    async close() {
      browser.kill();
      await once(browser, 'exit');
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
