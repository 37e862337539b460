import { createClient } from '@supabase/supabase-js';
import { openCalls, type Calls } from './calls.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { makeSend, type Send } from './mail.ts';
import { openMeetings, type Meetings } from './meetings.ts';
import { makeNotifier, type Notify } from './notifier.ts';
import { openRequests, type Requests } from './requests.ts';
import { openResourceRequests, type ResourceRequests } from './resource-requests.ts';
import { openResumes, type Resumes } from './resumes.ts';
import { makeVerify, type Verify } from './turnstile.ts';
import { openVerifiedRequests, type VerifiedRequests } from './verified-requests.ts';

/** The dependencies of the functions. */
export interface Parts {
  environment: Environment;
  requests: Requests;
  resumes: Resumes;
  resourceRequests: ResourceRequests;
  calls: Calls;
  verify: Verify;
  verifiedRequests: VerifiedRequests;
  /** Undefined: booked calls are by phone. */
  meetings: Meetings | undefined;
  notify: Notify;
  send: Send;
  /** Logs a failure; never with visitor input. */
  log: (message: string) => void;
}

/** What can be replaced: `fetch` calls Supabase. */
export type Replaced = Partial<Pick<Parts, 'send' | 'log'> & { fetch: typeof fetch }>;

/** A call to Supabase that takes longer would outlast the claim on a request (milliseconds). */
const TIMEOUT_MS = 20_000;

/** Rejects for a refusal without a JSON object: supabase-js takes some of those for success, such as 500 with null. */
const asking =
  (replaced: Replaced): typeof fetch =>
  async (input, init) => {
    const ask = replaced.fetch ?? fetch;
    const response = await ask(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(TIMEOUT_MS) });
    if (response.ok) return response;
    const copy = response.clone();
    const refusal: unknown = await copy.json().catch(() => null);
    if (!refusal || Array.isArray(refusal)) throw new Error(`status ${response.status}`);
    return response;
  };

/**
 * @param get reads an environment variable
 * @param replaced by tests, and by a backend that is in the same process as Supabase
 * @throws Error naming every missing variable
 */
export function openParts(get: (name: string) => string | undefined, replaced: Replaced = {}): Parts {
  const environment = readEnvironment(get);
  const client = createClient(environment.supabaseUrl, environment.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: asking(replaced) },
  });
  const log = replaced.log ?? ((message) => console.error(message));
  const send = replaced.send ?? makeSend(environment.mail);
  const requests = openRequests(client);
  const resumes = openResumes(client);
  const meetings = openMeetings(environment.meetings, client);
  const { teamEmail, siteUrl } = environment;
  return {
    environment,
    requests,
    resumes,
    resourceRequests: openResourceRequests(client),
    calls: openCalls(client),
    verify: makeVerify(environment.turnstile, environment.allowedOrigins),
    verifiedRequests: openVerifiedRequests(client),
    meetings,
    notify: makeNotifier({ requests, resumes, meetings, send, teamEmail, siteUrl, log }),
    send,
    log,
  };
}
