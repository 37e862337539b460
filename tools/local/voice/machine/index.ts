/**
 * The rehearsal's call machine, which replaces Daily's call object bundle. It communicates with daily-js by window
 * messages. docs/decisions/007 describes the protocol.
 */
import { openMachines } from '../../daily/protocol.ts';
import { openCallMachine } from './call-machine.ts';

openMachines(openCallMachine);
