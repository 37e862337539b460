import { cpus, release, totalmem, type } from 'node:os';
import { table } from './figures.ts';

/**
 * The measuring machine, as a table.
 *
 * @param programs what else the results depend on: names and versions
 */
export const describeMachine = (programs: readonly (readonly [string, string])[]): string =>
  table(
    ['machine', ''],
    [
      ['processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`],
      ['memory', `${Math.round(totalmem() / 2 ** 30)} GiB`],
      ['system', `${type()} ${release().split('-')[0] ?? ''}`],
      ['Node', process.versions.node],
      ...programs,
    ],
  );
