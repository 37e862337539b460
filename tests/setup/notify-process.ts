/**
 * A function in its own process, so that a test can kill it at any moment: it notifies the team of the request named by
 * its arguments, with the environment of a function.
 */
import { openParts } from '../../functions/_shared/parts.ts';
import type { TeamTable } from '../../src/backend/request.ts';

const [table = '', id = ''] = process.argv.slice(2);
console.log(await openParts((name) => process.env[name]).notify(table as TeamTable, id));
