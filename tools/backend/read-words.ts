import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Fault } from '../../src/lib/fault.ts';

/**
 * Parses the arguments of a command.
 *
 * @param usage shown if they are invalid
 * @throws Fault that names the invalid argument
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
