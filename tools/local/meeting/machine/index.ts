/**
 * The call machine of the local video rooms, which replaces Daily's call object bundle. It communicates with daily-js by
 * window messages.
 */
import { openMachines } from '../../daily/protocol.ts';
import { openCallMachine } from './call-machine.ts';

openMachines(openCallMachine);
