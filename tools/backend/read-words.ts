import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Fault } from '../../src/lib/fault.ts';

/**
 * Reads the words behind a command.
 *
 * @param usage what is shown when they can't be read
 * @throws Fault that says which word is wrong
 */
export function readWords<Config extends Omit<ParseArgsConfig, 'args' | 'strict'>>(
  words: readonly string[],
  config: Config,
  usage: string,
) {
  try {
    return parseArgs<Config & { args: string[]; strict: true }>({ ...config, args: [...words], strict: true });
  } catch (error) {
    throw new Fault(`${(error as Error).message}\n\n${usage}`);
  }
}
