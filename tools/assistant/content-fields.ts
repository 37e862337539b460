import type { Change } from './difference.ts';
import { HOOKS } from './list-entries.ts';
import { KNOWLEDGE_BASE } from './system-message.ts';

/** A field of content/assistant/agent.mdx and where the provider keeps it. Paths are dotted; see {@link Change}. */
export interface ContentField {
  content: string;
  provider: string;
  /** The provider's value as content writes it. */
  read?: (value: unknown) => unknown;
}

/** With as few decimals as give the same seconds back. Two do for every whole number of seconds. */
const minutes = (seconds: number): number =>
  [0, 1, 2].map((digits) => Number((seconds / 60).toFixed(digits))).find((value) => inSeconds(value) === seconds) ??
  seconds / 60;

/** A length of the content as the provider wants it. */
export const inSeconds = (minutes: number): number => Math.round(minutes * 60);

/** Every field but those of the system message, which has three in one. */
export const CONTENT_FIELDS: readonly ContentField[] = [
  { content: 'name', provider: 'name' },
  { content: 'firstMessage', provider: 'firstMessage' },
  { content: 'goodbye', provider: 'endCallMessage' },
  {
    content: 'longestMinutes',
    provider: 'maxDurationSeconds',
    read: (seconds) => (typeof seconds === 'number' ? minutes(seconds) : seconds),
  },
  { content: 'silence.askAfterSeconds', provider: `hooks.${HOOKS.ask}.options.timeoutSeconds` },
  { content: 'silence.question', provider: `hooks.${HOOKS.ask}.do.0.exact` },
  { content: 'silence.hangUpAfterSeconds', provider: `hooks.${HOOKS.hangUp}.options.timeoutSeconds` },
  { content: 'voice.provider', provider: 'voice.provider' },
  { content: 'voice.id', provider: 'voice.voiceId' },
  { content: 'voice.speed', provider: 'voice.speed' },
  { content: 'model.provider', provider: 'model.provider' },
  { content: 'model.name', provider: 'model.model' },
  { content: 'model.temperature', provider: 'model.temperature' },
  { content: 'summary', provider: 'analysisPlan.summaryPlan.messages.0.content' },
];

/** Where the instructions, the two lists and the word on the knowledge stand. */
export const SYSTEM_MESSAGE = 'model.messages.0.content';
/** What names the file with the text of the site. */
export const KNOWLEDGE_FILES = `model.tools.query.knowledgeBases.${KNOWLEDGE_BASE}.fileIds`;

const ORIGINS: readonly (readonly [path: string, origin: string])[] = [
  ...CONTENT_FIELDS.map(({ content, provider }) => [provider, content] as const),
  ['model.messages', 'the instructions, may and mayNot'],
  [KNOWLEDGE_FILES, 'the pages of the site'],
  ['server.credentialId', 'VAPI_REPORT_CREDENTIAL_ID in .env'],
  ['server.url', 'PUBLIC_SUPABASE_URL in .env'],
];

/** Of an object that is not there at all. */
const WHOLE: Readonly<Record<string, string>> = {
  [`hooks.${HOOKS.ask}`]: 'silence',
  [`hooks.${HOOKS.hangUp}`]: 'silence',
};

/** What in content a field of the provider comes from, or undefined for what this command sets by itself. */
export const originOf = (path: string): string | undefined =>
  ORIGINS.find(([origin]) => path === origin || path.startsWith(`${origin}.`))?.[1] ?? WHOLE[path];

/** The fields of the first level that changes belong to: what the provider is sent. */
export const topFields = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap(({ path }) => path.split('.').slice(0, 1))),
];
