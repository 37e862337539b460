/*
 * No log holds personal data: looked at over the whole test run, not in a test of its own.
 *
 * What a backend or another program of ours prints comes to a test through a pipe that ends here (stack.ts,
 * project-copy.ts), and what functions print in the test's own process through its console. A line that holds an address,
 * or a name that tests type, fails the file in whose tests it was printed (log-check.contract.ts), and the run of the
 * browser tests (e2e.ts). Nothing has to be called for it by a test, so none can forget it; that a pipe is looked at is
 * what tests/contract/attack-logs.test.ts shows.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** An e-mail address; the path of a package, or a URL with a password, is none. */
const ADDRESS = /[\w.!#$%&'*+=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/iu;
/** In the messages of the schemas; nobody types it. */
const EXAMPLE = 'For example: hello@example.com';
/** What tests type as names, telephone numbers and messages. */
const TYPED = /Ada Example|Zoë|Early Bird|Very Early|Eve\b|555 0100|Two summers|learn from people|show the reports/u;

const findings: string[] = [];

function lookAtLine(line: string): void {
  const text = line.replaceAll(EXAMPLE, '');
  if (ADDRESS.test(text) || TYPED.test(text)) findings.push(line);
}

/**
 * Looks at every line of what a program prints.
 *
 * @param show whether it is also shown; not where a test keeps it
 */
export function lookAt(output: Readable, show = true): void {
  createInterface(output).on('line', (line) => {
    lookAtLine(line);
    if (show) process.stderr.write(`${line}\n`);
  });
}

let looking = false;

/** Looks at everything that this process prints with its console from now on. */
export function lookAtConsole(): void {
  // Test files share a process.
  if (looking) return;
  looking = true;
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      lookAtLine(values.map((value) => (value instanceof Error ? value.stack : JSON.stringify(value))).join(' '));
      print(...values);
    };
  }
}

/** The lines with personal data since it was last called. */
export const takeFindings = (): string[] => findings.splice(0);

/** @throws Error with the lines that hold personal data */
export function expectNoPersonalData(): void {
  const found = takeFindings();
  if (found.length > 0) throw new Error(`Personal data in the log:\n${found.join('\n')}`);
}
