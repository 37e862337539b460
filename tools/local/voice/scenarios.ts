/** The ways in which a rehearsed call can fail at the provider: the values of `?rehearse=`. */
export type Scenario =
  | (typeof AT_THE_SERVER)[number]
  | (typeof IN_THE_CALL)[number]
  | (typeof IN_THE_CHAT)[number]
  | (typeof AFTER_THE_CALL)[number]
  | 'live';

/** Before the call exists: in the answer to POST /call/web, or in loading the call machine. */
export const AT_THE_SERVER = [
  'provider-refused',
  'provider-unpaid',
  'provider-busy',
  'provider-fault',
  'provider-unreachable',
  'room-missing',
  'bundle-missing',
  'bundle-silent',
  'bundle-broken',
] as const;

/** In the call machine. `machine-` and one of Daily's types: it can't use the microphone. */
export const IN_THE_CALL = [
  'join-refused',
  'join-fatal',
  'never-live',
  'machine-permissions',
  'machine-not-found',
  'machine-mic-in-use',
  'machine-cam-mic-in-use',
  'machine-undefined-mediadevices',
  'machine-constraints',
  'machine-unknown',
  'hangs-up',
  'meeting-ended',
  'ended-before-it-began',
  'ended-by-error',
  'provider-ended',
  'provider-ended-silently',
  'connection-error',
  'network-lost',
  'sound-blocked',
  'noise-cancellation-fails',
  'noise-cancellation-refused',
  'observer-refused',
  'never-leaves',
  'agent-silent',
] as const;

/** In the answers of a chat. */
export const IN_THE_CHAT = ['chat-breaks-off'] as const;

/** When the report is delivered. */
export const AFTER_THE_CALL = ['report-twice'] as const;

/** Whether there is a scenario of this name. */
export const isScenario = (name: string): name is Scenario =>
  ['live', ...AT_THE_SERVER, ...IN_THE_CALL, ...IN_THE_CHAT, ...AFTER_THE_CALL].includes(name);
