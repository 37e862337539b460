import type { DeviceErrorKind } from './meeting-state.ts';

const KINDS: Partial<Record<string, DeviceErrorKind>> = {
  SecurityError: 'blocked',
  NotFoundError: 'not-found',
  OverconstrainedError: 'constraints',
  NotReadableError: 'in-use',
  AbortError: 'in-use',
};

/** The kind of an error of getUserMedia. `blocked`: whether the browser refuses without asking the visitor. */
export function deviceErrorOf(error: unknown, blocked: boolean): DeviceErrorKind {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // Chromium's message when the operating system denies the browser the device.
  if (name === 'NotAllowedError') return blocked || /system/i.test(message) ? 'blocked' : 'refused';
  return KINDS[name] ?? 'failed';
}
