import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

/** The options on the command line. */
export interface BenchOptions {
  /** The built folder of another site. */
  against: string | undefined;
  /** The name of that site in the document. */
  rival: string;
  /** The benches to run. */
  only: string[];
  runs: number;
  /** The file for the results. */
  out: string;
}

const USAGE =
  'npm run bench -- [--against FOLDER [--as NAME]] [--only NAME,NAME] [--runs NUMBER] [--out FILE]\nThe benches:';

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        against: { type: 'string' },
        as: { type: 'string', default: 'the other site' },
        only: { type: 'string' },
        runs: { type: 'string', default: '5' },
        out: { type: 'string', default: join(projectFolder, 'docs/performance.md') },
      },
    }).values;
  } catch (error) {
    throw new Fault((error as Error).message);
  }
}

/**
 * Reads the command line.
 *
 * @param names the names of all benches
 * @throws Fault if it is invalid
 */
export function readOptions(args: readonly string[], names: readonly string[]): BenchOptions {
  const usage = `${USAGE} ${names.join(', ')}`;
  try {
    const { against, as, only, runs, out } = parse(args);
    const wanted = only?.split(',').map((name) => name.trim()) ?? [...names];
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Fault(`There is no bench called ${unknown.join(', ')}.`);
    if (!/^[1-9]\d?$/.test(runs)) throw new Fault(`--runs ${runs} can't be used: give a whole number from 1 to 99.`);
    const other = against === undefined ? undefined : resolve(against);
    if (other !== undefined && !existsSync(join(other, 'index.html')))
      throw new Fault(`${other} is not a built site: it has no index.html. Build that site and pass its folder.`);
    return { against: other, rival: as, only: wanted, runs: Number(runs), out: resolve(out) };
  } catch (error) {
    throw error instanceof Fault ? new Fault(`${error.message}\n\n${usage}`) : error;
  }
}
