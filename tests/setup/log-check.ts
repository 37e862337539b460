/*
 * No log holds personal data: checked during the whole test run, not in a separate test.
 *
 * The output of a backend or another program of ours reaches a test through a pipe that ends here (stack.ts,
 * project-copy.ts); functions in the test's own process print to its console. A line with an e-mail address, or a name
 * that tests type, fails the file whose tests printed it (log-check.contract.ts), and the run of the browser tests
 * (e2e.ts). Tests don't call anything for this, so none can forget it; tests/contract/attack-logs.test.ts shows that
 * pipes are checked.
 */
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** An e-mail address; the path of a package, or a URL with a password, is not one. */
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
 * Checks every line that a program prints.
 *
 * @param show whether to show it as well; not if a test captures it
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
