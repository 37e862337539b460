/**
 * The rehearsal's call machine: what Daily's call object bundle is to a real call. daily-js loads it into the page as a
 * script, once for every call, and talks to it by window messages; facts of that protocol are in docs/decisions/007.
 */
import { openCallMachine } from './call-machine.ts';
import type { DailyWindow } from './protocol.ts';

// That a machine has thrown here goes unnoticed: the SDK takes a script that has run for one that works.
try {
  const { _daily: daily } = window as unknown as DailyWindow;
  for (const id of daily.pendings.splice(0)) {
    const instance = daily.instances[id];
    if (instance) instance.callMachine = openCallMachine(id, instance);
  }
} catch (error) {
  console.error('The rehearsal could not be set up.', error);
}
