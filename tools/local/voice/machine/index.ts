/**
 * The rehearsal's call machine, which replaces Daily's call object bundle. daily-js loads it into the page as a script,
 * once per call, and communicates with it by window messages. docs/decisions/007 describes the protocol.
 */
import { openCallMachine } from './call-machine.ts';
import type { DailyWindow } from './protocol.ts';

// The SDK does not notice an error here: it treats any script that has run as a working one.
try {
  const { _daily: daily } = window as unknown as DailyWindow;
  for (const id of daily.pendings.splice(0)) {
    const instance = daily.instances[id];
    if (instance) instance.callMachine = openCallMachine(id, instance);
  }
} catch (error) {
  console.error('The rehearsal could not be set up.', error);
}
