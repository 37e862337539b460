import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import getPort, { portNumbers } from 'get-port';
import postgres, { type Sql } from 'postgres';
import { localKeys } from '../../tools/local/folder.ts';
import type { BackendAddresses } from '../../tools/local/backend.ts';
import { superviseBackend, type SupervisedBackend } from '../../tools/local/supervise-backend.ts';
import { lookAt } from './log-check.ts';
import { anyAddress, fromAddress } from './network.ts';

/** A backend that is ready. */
export type Backend = BackendAddresses & SupervisedBackend;

/** Starts a backend and waits for it. */
export async function startBackend(env: NodeJS.ProcessEnv): Promise<Backend> {
  const backend = superviseBackend(env, lookAt);
  return { ...backend, ...(await backend.ready) };
}

/** A test's own backend: fresh folder, free ports, nothing shared with another test. */
export interface Stack {
  backend: Backend;
  folder: string;
  /** The environment with which the backend was started, and can be restarted. */
  env: Record<string, string>;
  /** Bypasses all row-level security. */
  database: Sql;
  /** A browser's client, from an IP address of the test's choice. */
  visitor(ip?: string): SupabaseClient;
  /** With its key, a test chooses the IP address of a request (fromAddress). */
  networkKey: string;
  secretKey: string;
  /** The secret with which the voice provider submits reports of calls. */
  reportSecret: string;
  stop(): Promise<void>;
}

/** A folder that PostgreSQL's own user can access, too. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Below the ephemeral ports of the system. */
const PORTS = { first: 10_000, count: 20_000 };

/**
 * A port that nothing else in this run has been given. Test files run in parallel processes: each has its own range of
 * ports, so that no other process can take one between finding and using it.
 */
export function freePort(): Promise<number> {
  const parts = 8;
  const part = Number(process.env['VITEST_POOL_ID'] ?? 0) % parts;
  const size = PORTS.count / parts;
  const first = PORTS.first + part * size + Math.floor((Math.random() * size) / 2);
  return getPort({ port: portNumbers(first, first + size / 2 - 1) });
}

/** Ports for a backend, see {@link freePort}. */
export async function freePorts(): Promise<
  Record<
    'API_PORT' | 'SMTP_PORT' | 'MAILBOX_PORT' | 'VOICE_PORT' | 'TURNSTILE_PORT' | 'MEETING_PORT' | 'CODE_HOST_PORT',
    string
  >
> {
  const next = async () => String(await freePort());
  return {
    API_PORT: await next(),
    SMTP_PORT: await next(),
    MAILBOX_PORT: await next(),
    VOICE_PORT: await next(),
    TURNSTILE_PORT: await next(),
    MEETING_PORT: await next(),
    CODE_HOST_PORT: await next(),
  };
}

/** Names the folder of a stopped stack: others start as copies of it (tests/setup/contract.ts). */
export const TEMPLATE = 'TEMPLATE_STACK';

/** A folder in which a backend already has its database. */
export function stackFolder(): string {
  const folder = temporaryFolder();
  const template = process.env[TEMPLATE];
  // PostgreSQL's files keep their owner.
  if (template) execFileSync('cp', ['-a', `${template}/.`, folder]);
  return folder;
}

/** @param further additional variables for the backend, see backend.ts */
export async function startStack(further: Record<string, string> = {}): Promise<Stack> {
  const folder = stackFolder();
  const networkKey = randomUUID();
  const env = {
    LOCAL_DIR: folder,
    TEST_NETWORK_KEY: networkKey,
    // Another file's tests, earlier in this process, may have set it.
    SITE_URL: 'http://localhost:4321',
    ...(await freePorts()),
    ...further,
  };
  const backend = await startBackend(env);
  const database = postgres({ ...backend.database, max: 4 });
  return {
    backend,
    folder,
    env,
    database,
    secretKey: localKeys(folder).secret,
    reportSecret: localKeys(folder).callReport,
    visitor: (ip = anyAddress()) =>
      createClient(backend.apiUrl, backend.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        global: { headers: fromAddress(networkKey, ip) },
      }),
    networkKey,
    async stop() {
      await database.end({ timeout: 2 });
      await backend.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A row as the site sends it; every call returns a new id and address. */
export function submission(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const id = randomUUID();
  return {
    id,
    name: 'Ada Example',
    email: `ada.${id}@example.com`,
    subject: 'Demo Request',
    message: 'Phone: Not provided\nCompany: Not provided\nMessage: Hello',
    source: 'marketing-website',
    fill_ms: 5000,
    ...changes,
  };
}

/** What the site sends to contact-notification once the row is stored. */
export const contactNotificationOf = (row: Record<string, unknown>, changes: Record<string, unknown> = {}) => ({
  id: row['id'],
  name: row['name'],
  email: row['email'],
  phone: '',
  company: '',
  message: 'Hello',
  timestamp: new Date().toISOString(),
  source: 'marketing-website',
  ...changes,
});

/** What the site sends for every kind of request; every call returns a new id and address. */
function request(): Record<string, unknown> {
  const id = randomUUID();
  return { id, name: 'Ada Example', email: `ada.${id}@example.com`, source: 'marketing-website', fill_ms: 5000 };
}

/** A row of internship_applications as the site sends it, without a resume. */
export const application = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...request(),
  phone: '+1 555 0100',
  position: 'data-analysis',
  experience: 'Two summers of spreadsheets',
  motivation: 'I want to learn from people',
  availability: 'within-1-month',
  ...changes,
});

/** The columns with which an application announces a resume. */
export const announced = { resume_name: 'Ada Example.pdf', resume_extension: 'pdf', resume_size: 1234 } as const;

const HOUR_MS = 60 * 60 * 1000;

/** A row of demo_bookings as the site sends it, for a time a month ahead. */
export const booking = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...request(),
  company: 'Acme',
  topic: 'Automation',
  starts_at: new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + 30 * 24 * HOUR_MS).toISOString(),
  time_zone: 'Europe/Berlin',
  note: 'Please show the reports',
  ...changes,
});

/** A row of notification_requests as the site sends it. */
export const notificationRequest = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...request(),
  resource_type: 'New Research',
  ...changes,
});

/** A row of voice_leads as the site sends it. */
export const lead = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({ ...request(), ...changes });

/** A mail in the mailbox, which lists the newest first. */
export interface Mail {
  id: string;
  to: { address: string }[];
  replyTo?: { address: string }[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
}

export async function mails(mailboxUrl: string): Promise<Mail[]> {
  const response = await fetch(`${mailboxUrl}.json`);
  return (await response.json()) as Mail[];
}
