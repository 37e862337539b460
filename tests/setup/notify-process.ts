/**
 * A function in a process of its own, so that a test can kill it at any moment: tells the team of the request that its
 * arguments name, with the environment that a function has.
 */
import { openParts } from '../../functions/_shared/parts.ts';
import type { TeamTable } from '../../src/backend/request.ts';

const [table = '', id = ''] = process.argv.slice(2);
console.log(await openParts((name) => process.env[name]).notify(table as TeamTable, id));
