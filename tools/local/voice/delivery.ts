import { reason } from '../../../functions/_shared/reason.ts';
import type { EndOfCallReport } from './report.ts';

/** Where reports go, and the secret that proves that they come from the provider. */
export interface ReportTarget {
  url: string;
  secret: string;
}

/** Delivers reports in the background. */
export interface Delivery {
  /** @param times how often to deliver it */
  send(report: EndOfCallReport, times?: number): void;
  /** Tries pending reports once more. Resolves within about a second, when nothing more is sent. */
  close(): Promise<void>;
}

/** The pause between tries doubles, from the first value to the second. The third limits all tries together. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;
const GIVE_UP_AFTER_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;
const CLOSE_WITHIN_MS = 1000;

/** Why a try failed, and whether a retry may succeed. */
interface Failure {
  why: string;
  passing: boolean;
}

/** The network error of a failed fetch is in its `cause`. */
function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : reason(cause ?? error);
}

/** Delivers reports as the provider does: retries until they are accepted, or refused for good. */
export function openDelivery({ url, secret }: ReportTarget): Delivery {
  const closing = new AbortController();
  const abandoned = new AbortController();
  const running = new Set<Promise<void>>();

  async function attempt(body: string): Promise<Failure | undefined> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-vapi-secret': secret },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([abandoned.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      const text = await response.text();
      if (response.ok) return undefined;
      const answer = reason(text).replace(/\s+/g, ' ').slice(0, 200);
      const passing = response.status >= 500 || response.status === 429;
      return { why: `the server answered ${response.status}: ${answer}`, passing };
    } catch (error) {
      return { why: `${url} could not be reached: ${networkReason(error)}`, passing: true };
    }
  }

  const pause = (ms: number) =>
    new Promise<void>((over) => {
      const end = () => {
        clearTimeout(timer);
        closing.signal.removeEventListener('abort', end);
        over();
      };
      const timer = setTimeout(end, ms);
      closing.signal.addEventListener('abort', end);
    });

  async function deliver(id: string, body: string): Promise<void> {
    const until = Date.now() + GIVE_UP_AFTER_MS;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
      const failure = await attempt(body);
      if (!failure) return;
      if (!failure.passing || closing.signal.aborted || Date.now() + wait > until) {
        console.error(`The report of call ${id} was not delivered: ${failure.why}`);
        return;
      }
      await pause(wait);
    }
  }

  return {
    send(report, times = 1) {
      const body = JSON.stringify(report);
      const delivering = (async () => {
        for (let sent = 0; sent < times; sent++)
          await deliver(report.message.call?.id ?? report.message.chat?.sessionId ?? '', body);
      })();
      running.add(delivering);
      void delivering.then(() => running.delete(delivering));
    },
    async close() {
      closing.abort();
      const timer = setTimeout(() => abandoned.abort(), CLOSE_WITHIN_MS);
      await Promise.all(running);
      clearTimeout(timer);
    },
  };
}
