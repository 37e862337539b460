/*
 * Checks that no log holds personal data: during the whole test run, not in a separate test.
 *
 * The output of a backend, or of another program that a test starts, passes through a pipe that ends here (stack.ts,
 * project-copy.ts). Functions in the test's own process print to its console, which is checked too. A line with an
 * e-mail address, or with a name that tests type, fails the test file that printed it (log-check.contract.ts), or the
 * whole run of the browser tests (e2e.ts). Tests don't call anything for this, so none can forget it.
 * tests/contract/attack-logs.exhaustive.test.ts shows that pipes are checked.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { readSite } from '../../src/build/integrations/site-copy.ts';

/** An e-mail address; the path of a package, or a URL with a password, is not one. */
const ADDRESS = /[\w.!#$%&'*+=?^`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}\b/iu;
/** The messages of the schemas contain this address; nobody types it. */
const EXAMPLE = 'For example: hello@example.com';
/** `npm start` prints the company's own address, for which it makes the first account. It is on every page. */
const OWN = readSite().email;
/** What tests type as names, telephone numbers and messages. */
const TYPED = /Ada Example|Zoë|Early Bird|Very Early|Eve\b|555 0100|Two summers|learn from people|show the reports/u;

const findings: string[] = [];

function lookAtLine(line: string): void {
  const text = line.replaceAll(EXAMPLE, '').replaceAll(OWN, '');
  if (ADDRESS.test(text) || TYPED.test(text)) findings.push(line);
}

/**
 * Checks every line that a program prints.
 *
 * @param show whether to print each line as well; false if a test captures the output
 */
export function lookAt(output: Readable, show = true): void {
  createInterface(output).on('line', (line) => {
    lookAtLine(line);
    if (show) process.stderr.write(`${line}\n`);
  });
}

let looking = false;

/** Checks everything this process prints to its console from now on. */
export function lookAtConsole(): void {
  // Test files share a process, so another file may have done this already.
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

/** Returns the lines with personal data that were found since the last call. */
export const takeFindings = (): string[] => findings.splice(0);

/** @throws Error with the lines that hold personal data */
export function expectNoPersonalData(): void {
  const found = takeFindings();
  if (found.length > 0) throw new Error(`Personal data in the log:\n${found.join('\n')}`);
}
