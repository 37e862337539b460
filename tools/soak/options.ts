import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Fault } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import type { SoakOptions } from './sections/part.ts';

const USAGE =
  'npm run soak -- [--only NAME,NAME] [--fuzz] [--submissions NUMBER] [--rounds NUMBER] [--payloads NUMBER] [--seed NUMBER] [--out FILE]\nThe parts:';

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        fuzz: { type: 'boolean', default: false },
        only: { type: 'string' },
        submissions: { type: 'string', default: '2000' },
        rounds: { type: 'string', default: '20' },
        payloads: { type: 'string', default: '100000' },
        seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
        out: { type: 'string', default: join(projectFolder, 'docs/reliability.md') },
      },
    }).values;
  } catch (error) {
    throw new Fault((error as Error).message);
  }
}

function whole(name: string, text: string): number {
  if (!/^(0|[1-9]\d{0,9})$/.test(text)) throw new Fault(`--${name} ${text} can't be used: give a whole number.`);
  return Number(text);
}

/**
 * Reads the command line.
 *
 * @param names the names of all parts
 * @returns `only`: the parts to run; by default all but `fuzz`, or only that one
 * @throws Fault if it is invalid
 */
export function readOptions(
  args: readonly string[],
  names: readonly string[],
): SoakOptions & { only: string[]; out: string } {
  try {
    const { fuzz, only, submissions, rounds, payloads, seed, out } = parse(args);
    const wanted = only?.split(',').map((name) => name.trim()) ?? names.filter((name) => (name === 'fuzz') === fuzz);
    const unknown = wanted.filter((name) => !names.includes(name));
    if (unknown.length > 0) throw new Fault(`There is no part called ${unknown.join(', ')}.`);
    return {
      only: wanted,
      submissions: whole('submissions', submissions),
      rounds: whole('rounds', rounds),
      payloads: whole('payloads', payloads),
      seed: whole('seed', seed),
      out: resolve(out),
    };
  } catch (error) {
    throw error instanceof Fault ? new Fault(`${error.message}\n\n${USAGE} ${names.join(', ')}`) : error;
  }
}
