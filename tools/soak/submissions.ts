import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import fc from 'fast-check';
import { contactKind } from '../../src/backend/contact-submission.ts';
import { demoBookingKind } from '../../src/backend/demo-booking.ts';
import { applicationKind, AVAILABILITIES, POSITIONS } from '../../src/backend/internship-application.ts';
import { notificationKind } from '../../src/backend/notification-request.ts';
import type { Envelope, RequestRow } from '../../src/backend/request.ts';
import type { ResumeExtension } from '../../src/backend/resume.ts';
import { sendRequest, type Attachment, type Outcome, type RequestKind } from '../../src/backend/send-request.ts';
import { voiceLeadKind } from '../../src/backend/voice-lead.ts';

/** Sends a resume; see src/backend/upload-resume.ts. */
export type Upload = (id: string, resume: File, extension: ResumeExtension) => Promise<Attachment>;

/** A visitor's submission of one form. */
export interface Submission {
  id: string;
  table: RequestKind<never>['table'];
  /** The visitor's IP address. */
  ip: string;
  /** As it must be stored. */
  row: RequestRow;
  resume: File | undefined;
  /** The provider's id of the call that follows a lead; the team is notified of the call. */
  callId: string | undefined;
  /** Sends it as the site does. Repeating it is safe. */
  send: (supabase: () => Promise<SupabaseClient>, upload: Upload) => Promise<Outcome>;
}

/** What visitors type: any letters, symbols and emoji, never blank. */
const typed = (longest: number) =>
  fc
    .string({ unit: 'grapheme', maxLength: longest, size: 'max' })
    .map((text) => `A ${text}`.slice(0, longest).toWellFormed());

const answers = fc.record({
  name: typed(40),
  phone: typed(20),
  company: typed(40),
  topic: typed(40),
  text: typed(600),
  position: fc.constantFrom(...POSITIONS),
  availability: fc.constantFrom(...AVAILABILITIES),
  day: fc.integer({ min: 1, max: 300 }),
  timeZone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'),
  resource: fc.constantFrom('Case Studies & MoU Templates', 'New Research'),
  resumeSize: fc.integer({ min: 100, max: 60_000 }),
  fillMs: fc.integer({ min: 1500, max: 600_000 }),
});
type Answers = typeof answers extends fc.Arbitrary<infer Value> ? Value : never;

interface Sender {
  id: string;
  email: string;
  answers: Answers;
}

const DAY_MS = 86_400_000;

function make<Values>(
  kind: (upload: Upload) => RequestKind<Values>,
  values: Values,
  { id, answers: { fillMs } }: Sender,
  further: Pick<Submission, 'resume' | 'callId'>,
): Omit<Submission, 'ip'> {
  const origin = { page: '/flow', referrer_host: 'example.org', utm_source: 'soak', utm_medium: '' };
  const envelope: Envelope = {
    id,
    website: '',
    fillMs,
    origin: { ...origin, utm_campaign: '', utm_term: '', utm_content: '' },
  };
  const { table, toRow } = kind(() => Promise.resolve('failed'));
  return {
    id,
    table,
    row: toRow(values, envelope),
    ...further,
    send: (supabase, upload) => sendRequest(supabase, kind(upload), values, envelope),
  };
}

const NOTHING = { resume: undefined, callId: undefined } as const;

function resumeOf({ id, answers: { resumeSize } }: Sender): File {
  const bytes = Buffer.alloc(resumeSize, id);
  bytes.write('%PDF-1.7\n');
  return new File([bytes], `Résumé ${id}.pdf`, { type: 'application/pdf' });
}

const apply = (sender: Sender, resume: File | undefined) => {
  const { name, phone, position, text, availability } = sender.answers;
  const values = { name, email: sender.email, phone, position, experience: text, motivation: text, availability };
  return make((upload) => applicationKind(resume, upload), values, sender, { ...NOTHING, resume });
};

/** Every form. */
const FORMS: ((sender: Sender) => Omit<Submission, 'ip'>)[] = [
  (sender) => {
    const { name, phone, company, text } = sender.answers;
    return make(() => contactKind, { name, email: sender.email, phone, company, message: text }, sender, NOTHING);
  },
  (sender) => {
    const { name, company, topic, day, timeZone, text } = sender.answers;
    const time = new Date(Math.ceil(Date.now() / DAY_MS + day) * DAY_MS).toISOString();
    const values = { name, email: sender.email, company, topic, day: time.slice(0, 10), time, note: text };
    return make(() => demoBookingKind(timeZone), values, sender, NOTHING);
  },
  (sender) => apply(sender, undefined),
  (sender) => apply(sender, resumeOf(sender)),
  (sender) => {
    const { name, resource } = sender.answers;
    return make(() => notificationKind(resource), { name, email: sender.email }, sender, NOTHING);
  },
  (sender) =>
    make(() => voiceLeadKind, { name: sender.answers.name, email: sender.email }, sender, {
      ...NOTHING,
      callId: randomUUID(),
    }),
];

/** How many one person sends: none twice for the same resource. */
const PER_ADDRESS = 5;
/** How many one network may send within the window of the limits (private.settings). */
const PER_NETWORK = 20;
/** How many IPv6 networks of a household fit into a /48, which may send five times as many. */
const PER_PROVIDER = 5;

/**
 * An address in a separate network. Every third one is the IPv6 network of a household, with many devices in it: five of
 * them in each /48, and no more than two in each /56.
 */
function addressIn(network: number, device: number): string {
  if (network % 3 > 0) return `10.${Math.floor(network / 250)}.${(network % 250) + 1}.7`;
  const household = network / 3;
  const provider = Math.floor(household / PER_PROVIDER);
  const place = household % PER_PROVIDER;
  const subnet = Math.floor(place / 2) * 256 + (place % 2);
  return `2001:db8:${[provider, subnet].map((part) => part.toString(16)).join(':')}::${(device + 1).toString(16)}`;
}

/**
 * Submissions of all forms, in random order. Each network sends exactly as many as the limits allow.
 *
 * @param name unique for each call, so that two calls have no address in common
 * @param firstNetwork the number of the first network; calls on one database must not share any
 */
export function makeSubmissions(count: number, seed: number, name: string, firstNetwork = 0): Submission[] {
  const all = fc.sample(answers, { numRuns: count, seed }).map((typedAnswers, index) => {
    const email = `${name}.${Math.floor(index / PER_ADDRESS)}@example.com`;
    const form = FORMS[index % FORMS.length];
    if (!form) throw new Error('There are no forms.');
    return {
      ...form({ id: randomUUID(), email, answers: typedAnswers }),
      ip: addressIn(firstNetwork + Math.floor(index / PER_NETWORK), index % PER_NETWORK),
    };
  });
  const [shuffled = all] = fc.sample(fc.shuffledSubarray(all, { minLength: count, maxLength: count }), {
    numRuns: 1,
    seed,
  });
  return shuffled;
}
