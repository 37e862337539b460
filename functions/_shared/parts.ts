import { createClient } from '@supabase/supabase-js';
import { openCalls, type Calls } from './calls.ts';
import { readEnvironment, type Environment } from './environment.ts';
import { makeSend, type Send } from './mail.ts';
import { makeNotifier, type Notify } from './notifier.ts';
import { openRequests, type Requests } from './requests.ts';
import { openResourceRequests, type ResourceRequests } from './resource-requests.ts';
import { openResumes, type Resumes } from './resumes.ts';
import { makeVerify, type Verify } from './turnstile.ts';
import { openVerifiedRequests, type VerifiedRequests } from './verified-requests.ts';

/** What the functions are made of. */
export interface Parts {
  environment: Environment;
  requests: Requests;
  resumes: Resumes;
  resourceRequests: ResourceRequests;
  calls: Calls;
  verify: Verify;
  verifiedRequests: VerifiedRequests;
  notify: Notify;
  send: Send;
  /** Where failures are logged; never with what a visitor wrote. */
  log: (message: string) => void;
}

/** What takes longer than this would outlast the claim on a request (milliseconds). */
const TIMEOUT_MS = 20_000;

const fetchInTime: typeof fetch = (input, init) =>
  fetch(input, { ...init, signal: init?.signal ?? AbortSignal.timeout(TIMEOUT_MS) });

/**
 * @param get reads a variable of the environment
 * @param replaced parts that a test brings itself
 * @throws Error naming every variable that is missing
 */
export function openParts(
  get: (name: string) => string | undefined,
  replaced: Partial<Pick<Parts, 'send' | 'log'>> = {},
): Parts {
  const environment = readEnvironment(get);
  const client = createClient(environment.supabaseUrl, environment.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: fetchInTime },
  });
  const log = replaced.log ?? ((message) => console.error(message));
  const send = replaced.send ?? makeSend(environment.mail);
  const requests = openRequests(client);
  const resumes = openResumes(client);
  const { teamEmail, siteUrl } = environment;
  return {
    environment,
    requests,
    resumes,
    resourceRequests: openResourceRequests(client),
    calls: openCalls(client),
    verify: makeVerify(environment.turnstile, environment.allowedOrigins),
    verifiedRequests: openVerifiedRequests(client),
    notify: makeNotifier({ requests, resumes, send, teamEmail, siteUrl, log }),
    send,
    log,
  };
}
