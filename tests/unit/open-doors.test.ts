import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import rooms from '../../src/apps/tailwind.config.mjs';
import pages from '../../tailwind.config.mjs';

/** Options that open a port by which every user of the machine can control a browser, or run SQL. */
const OPEN = /--remote-debugging-port|remote-debugging-address|:plain@/;

it('what tests and benchmarks start is not controlled through a port without a secret', () => {
  const files = globSync(['tests/**/*.ts', 'tools/**/*.ts']).filter((file) => !file.endsWith('open-doors.test.ts'));
  expect(files.filter((file) => OPEN.test(readFileSync(file, 'utf8')))).toEqual([]);
});

it('copy adds nothing to the CSS: a url() there could publish any file of the machine', () => {
  for (const { content } of [pages, rooms])
    expect(content.files.filter((file) => !file.startsWith('./src/'))).toEqual([]);
});
