import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { RESUME_BUCKET, resumePath, RESUME_TYPES } from '../../src/backend/resume.ts';
import type { Outcome } from '../../src/backend/send-request.ts';
import { fromAddress } from '../../tests/setup/network.ts';
import type { Submission, Upload } from './submissions.ts';

/** Where visitors and the voice provider send their requests. */
export interface Target {
  apiUrl: string;
  publishableKey: string;
  /** The secret with which the voice provider submits reports. */
  reportSecret: string;
  /** With it, a visitor's IP address is chosen (tests/setup/network.ts). */
  networkKey: string;
}

type Step = 'insert' | 'upload' | 'notification';

/** The outcome of a submission. */
export interface Visit {
  outcome: Outcome;
  /** Every response, in order. Status 0 is a lost connection. */
  answers: { step: Step; status: number; ms: number }[];
}

const stepOf = (url: string): Step =>
  url.includes('/rest/v1/') ? 'insert' : url.includes('/storage/v1/') ? 'upload' : 'notification';

/** Longer than the site itself waits. */
const PATIENCE_MS = 30_000;
const DELIVERED_AGAIN_MS = 500;

/**
 * Sends a submission once, with the site's own code and client, and also waits for the notification, which a visitor
 * does not. After a call, the provider's report of it follows.
 */
export async function visit(target: Target, submission: Submission): Promise<Visit> {
  const { apiUrl, publishableKey, reportSecret, networkKey } = target;
  const answers: Visit['answers'] = [];
  const notified = Promise.withResolvers<undefined>();

  const timed: typeof fetch = async (input, init) => {
    const step = stepOf(input instanceof Request ? input.url : String(input));
    const start = performance.now();
    let status = 0;
    try {
      const response = await fetch(input, init);
      // Including its body: a truncated response does not count.
      const body = await response.arrayBuffer();
      ({ status } = response);
      return new Response(body.byteLength > 0 ? body : null, response);
    } finally {
      answers.push({ step, status, ms: performance.now() - start });
      if (step === 'notification') notified.resolve(undefined);
    }
  };

  const client = createClient(apiUrl, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: timed, headers: fromAddress(networkKey, submission.ip) },
  });
  const outcome = await submission.send(() => Promise.resolve(client), uploadWith(timed, apiUrl, publishableKey));
  if (outcome !== 'stored' || submission.table === 'notification_requests') return { outcome, answers };

  if (submission.callId) await report(timed, apiUrl, reportSecret, submission);
  await Promise.race([notified.promise, wait(PATIENCE_MS, undefined, { ref: false })]);
  return { outcome, answers };
}

/** Does what src/backend/upload-resume.ts does with browser APIs. */
const uploadWith =
  (send: typeof fetch, apiUrl: string, key: string): Upload =>
  async (id, resume, extension) => {
    try {
      const response = await send(`${apiUrl}/storage/v1/object/${RESUME_BUCKET}/${resumePath(id, extension)}`, {
        method: 'POST',
        headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': RESUME_TYPES[extension] },
        body: await resume.arrayBuffer(),
      });
      if (response.ok) return 'stored';
      const { statusCode } = (await response.json().catch(() => ({}))) as { statusCode?: string };
      const code = statusCode ?? String(response.status);
      return code === '409' ? 'stored' : code === '403' ? 'expired' : 'failed';
    } catch {
      return 'failed';
    }
  };

/** Sends the voice provider's report of a lead's call, and repeats it until it is accepted. */
async function report(send: typeof fetch, apiUrl: string, secret: string, { id, callId, row }: Submission) {
  const request: RequestInit = {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      message: {
        type: 'end-of-call-report',
        endedReason: 'customer-ended-call',
        durationSeconds: 60,
        call: {
          id: callId,
          assistantOverrides: { metadata: { leadId: id, leadName: row.name, leadEmail: row.email } },
        },
        artifact: { transcript: 'AI: Hello.\nUser: Hello.' },
        analysis: { summary: 'You said hello.' },
      },
    }),
  };
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end;) {
    const response = await send(`${apiUrl}/functions/v1/call-report`, request).catch(() => undefined);
    if (response?.ok) return;
    await wait(DELIVERED_AGAIN_MS);
  }
}
