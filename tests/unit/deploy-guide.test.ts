import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkSecrets } from '../../tools/backend/deploy/project.ts';
import { OWNED, WITHOUT_OWNER } from '../../tools/local/code-host/rule.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';

const read = (file: string) => readFileSync(join(projectFolder, file), 'utf8');
const guide = read('docs/deploy.md');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

/** The probability that all `n` lines are busy when `a` are busy on average. */
const erlangB = (a: number, n: number) => {
  let blocked = 1;
  for (let line = 1; line <= n; line += 1) blocked = (a * blocked) / (line + a * blocked);
  return blocked;
};

/** The cells of the table rows whose first cell starts with `first`. */
const rows = (text: string, first: string) =>
  text
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .filter((cells) => cells[1]?.startsWith(first));

describe('docs/deploy.md', () => {
  it.each(['docs/deploy.md', 'README.md', 'SECURITY.md', 'docs/threats.md'])(
    '%s names only commands that exist',
    (file) => {
      const text = read(file);
      for (const [, script = ''] of text.matchAll(/npm run ([a-z:]+)/g)) expect(Object.keys(scripts)).toContain(script);
      for (const [, command = ''] of text.matchAll(/npm run backend -- ([a-z]+)/g))
        expect(existsSync(join(projectFolder, 'tools/backend', `${command}.ts`)), command).toBe(true);
    },
  );

  it.each(['docs/deploy.md', 'docs/turnstile.md'])(
    '%s sets secrets from a file: arguments are shown to other users and kept in the shell’s history',
    (file) => {
      const commands = [...read(file).matchAll(/secrets set(?:[^\n]*\\\n)*[^\n]*/g)].map(([command]) => command);
      expect(commands).not.toEqual([]);
      for (const command of commands)
        expect(command).toMatch(/^secrets set --remote=<reference> --env-file=\.env\.secrets$/);
    },
  );

  it('exempts from review what the stand-in does, and nothing else', () => {
    const [, owners = ''] = /```\n( +\*.*?)```/s.exec(guide) ?? [];
    const lines = owners.trim().split(/\n\s*/);
    expect(lines.map((line) => line.replace(/ +@company\/developers$/, ' owned'))).toEqual([
      '* owned',
      ...WITHOUT_OWNER,
      ...OWNED.map((pattern) => `${pattern} owned`),
    ]);
  });

  it('names every secret that the project check requires', () => {
    const wanted = checkSecrets([], { turnstile: false, meetings: true, editApp: true }, 'x').flatMap(({ wrong }) => [
      ...wrong.matchAll(/[A-Z]+_[A-Z_]+/g),
    ]);
    expect(wanted.length).toBeGreaterThan(5);
    for (const [name] of wanted) expect(guide).toContain(`\`${name}`);
  });

  it('orders the fewest lines that turn away at most one call in a hundred', () => {
    const [average = []] = rows(guide, '`a`, on average');
    const [order = []] = rows(guide, '`n`, to order');
    for (const [column, text] of average.slice(2, -1).entries()) {
      const n = Number(order[column + 2]);
      expect(erlangB(Number(text), n)).toBeLessThanOrEqual(0.01);
      expect(erlangB(Number(text), n - 1)).toBeGreaterThan(0.01);
    }
    expect(average).toHaveLength(10);
  });

  it('uses the latest measured weights', () => {
    const performance = read('docs/performance.md');
    const weights = performance
      .split('\n')
      .filter((line) => /^\| `\/.*100 \//.test(line))
      .map((line) => ({ film: line.includes('with the film'), kb: Number(/\| +(\d+\.\d) KB/.exec(line)?.[1]) }));
    const heaviest = (film: boolean) => Math.max(...weights.filter((one) => one.film === film).map(({ kb }) => kb));
    expect(guide).toContain(`V × (${Math.ceil(heaviest(true))} + ${Math.ceil(heaviest(false))} (p − 1))`);
    expect(guide).toContain(`${heaviest(true)} KB`);
    expect(guide).toContain(`${heaviest(false)} KB`);
  });
});
