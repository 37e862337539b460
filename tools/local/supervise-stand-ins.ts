import { LOOPBACK, type HeldPort } from './ports.ts';
import type { StandInName, StandIns, StandInsOrder } from './stand-ins.ts';
import { supervise, type Supervised } from './supervise.ts';

/** The variable that sets the port of each stand-in, and the default. */
export const STAND_IN_PORTS = {
  voice: ['VOICE_PORT', 54_460],
  turnstile: ['TURNSTILE_PORT', 54_470],
  meetings: ['MEETING_PORT', 54_490],
  codeHost: ['CODE_HOST_PORT', 54_500],
} as const satisfies Record<StandInName, unknown>;

/** The ports of those that are wanted. */
export type StandInPorts = Partial<Record<StandInName, HeldPort>>;

/** The address of a stand-in, or undefined if it is not wanted. */
export const standInUrl = (ports: StandInPorts, name: StandInName): string | undefined =>
  ports[name] && `http://${LOOPBACK}:${ports[name].port}`;

/**
 * Runs the stand-ins in a separate process, which is restarted when it dies. The ports stay held until this process
 * ends: while the backend stops, no other program can get what it still asks of them.
 */
export function superviseStandIns(ports: StandInPorts, order: Omit<StandInsOrder, 'ports'>): Supervised<StandIns> {
  const numbers = Object.fromEntries(Object.entries(ports).map(([name, { port }]) => [name, port]));
  const args = [JSON.stringify({ ports: numbers, ...order } satisfies StandInsOrder)];
  const launch = Promise.resolve({ args, env: process.env, ports });
  return supervise('process of the stand-ins', new URL('stand-ins.ts', import.meta.url), launch);
}
