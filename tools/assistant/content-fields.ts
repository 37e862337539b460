import { ACTIONS } from '../../src/voice/action.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import type { Change } from './difference.ts';
import { HOOKS } from './list-entries.ts';
import { KNOWLEDGE_BASE } from './system-message.ts';

/** A field of content/assistant/agent.mdx and where the provider keeps it. Paths are dotted; see {@link Change}. */
export interface ContentField {
  content: string;
  provider: string;
  /** Converts the provider's value to content's. */
  read?: (value: unknown) => unknown;
}

/** With the fewest decimals that convert back to the same seconds. Two are enough for whole seconds. */
const minutes = (seconds: number): number =>
  [0, 1, 2].map((digits) => Number((seconds / 60).toFixed(digits))).find((value) => inSeconds(value) === seconds) ??
  seconds / 60;

/** Converts content's minutes to the provider's seconds. */
export const inSeconds = (minutes: number): number => Math.round(minutes * 60);

/** Every field except the three that make up the system message. */
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
  { content: 'hearing.provider', provider: 'transcriber.provider' },
  { content: 'hearing.model', provider: 'transcriber.model' },
  { content: 'hearing.language', provider: 'transcriber.language' },
  { content: 'hearing.terms', provider: 'transcriber.keyterm' },
  { content: 'hearing.interruptAfterWords', provider: 'stopSpeakingPlan.numWords' },
  { content: 'lookingUp', provider: 'model.tools.query.messages.0.content' },
  ...ACTIONS.map((name) => ({ content: `actions.${name}`, provider: `model.tools.${name}.function.description` })),
  { content: 'summary', provider: 'analysisPlan.summaryPlan.messages.0.content' },
];

/** The path of the system message: the instructions, the two lists and the section about the knowledge. */
export const SYSTEM_MESSAGE = 'model.messages.0.content';
/** The path of the ids of the files, among them the text of the site. */
export const KNOWLEDGE_FILES = `model.tools.query.knowledgeBases.${KNOWLEDGE_BASE}.fileIds`;

const ORIGINS: readonly (readonly [path: string, origin: string])[] = [
  ...CONTENT_FIELDS.map(({ content, provider }) => [provider, content] as const),
  ['model.messages.0', 'the instructions, may and mayNot'],
  [KNOWLEDGE_FILES, 'the pages of the site'],
  [`artifactPlan.structuredOutputs.${OUTCOME}`, 'content/assistant/outcome.yaml'],
  ['server.credentialId', 'VAPI_REPORT_CREDENTIAL_ID in .env'],
  ['server.url', 'PUBLIC_SUPABASE_URL in .env'],
];

/** The origins of objects that may be missing as a whole. */
const WHOLE: Readonly<Record<string, string>> = {
  'model.messages': 'the instructions, may and mayNot',
  [`hooks.${HOOKS.ask}`]: 'silence',
  [`hooks.${HOOKS.hangUp}`]: 'silence',
};

/** The content field that a provider field comes from, or undefined if this command sets it by itself. */
export const originOf = (path: string): string | undefined =>
  ORIGINS.find(([origin]) => path === origin || path.startsWith(`${origin}.`))?.[1] ?? WHOLE[path];

/** The top-level fields that changes belong to. These are sent to the provider. */
export const topFields = (changes: readonly Change[]): string[] => [
  ...new Set(changes.flatMap(({ path }) => path.split('.').slice(0, 1))),
];
