/** How a rehearsed call can go wrong at the provider, by the name that `?rehearse=` gives it. */
export type Scenario =
  (typeof AT_THE_SERVER)[number] | (typeof IN_THE_CALL)[number] | (typeof AFTER_THE_CALL)[number] | 'live';

/** Before there is a call: the answer to POST /call/web, or the call machine. */
export const AT_THE_SERVER = [
  'provider-refused',
  'provider-unpaid',
  'provider-busy',
  'provider-broken',
  'provider-unreachable',
  'room-missing',
  'bundle-missing',
  'bundle-silent',
  'bundle-broken',
] as const;

/** In the call machine. */
export const IN_THE_CALL = [
  'join-refused',
  'join-fatal',
  'never-live',
  'machine-microphone-refused',
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
] as const;

/** When its report is delivered. */
export const AFTER_THE_CALL = ['report-twice'] as const;
