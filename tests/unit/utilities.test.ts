import { globSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import postcss, { Rule, type Declaration } from 'postcss';
import tailwind from 'tailwindcss';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import rooms from '../../src/apps/tailwind.config.mjs';
import config, { classNames } from '../../tailwind.config.mjs';

interface Source {
  file: string;
  text: string;
}

/** The files of src/ with markup or styles, apart from the editor, which has its own. */
const SOURCES: readonly Source[] = readdirSync(join(projectFolder, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:astro|tsx|css)$/.test(file) && !file.startsWith('editing/'))
  .map((file) => ({ file: `src/${file}`, text: readFileSync(join(projectFolder, 'src', file), 'utf8') }));
/** The editor's own styles, which a room has, too. */
const EDITOR_STYLES = globSync('src/editing/**/*.css', { cwd: projectFolder }).map((file) =>
  readFileSync(join(projectFolder, file), 'utf8'),
);
const MARKUP = SOURCES.filter(({ file }) => !file.endsWith('.css'));

const STYLE = /<style[^>]*>([^]*?)<\/style>/g;
const stylesOf = ({ file, text }: Source): string =>
  file.endsWith('.css') ? text : [...text.matchAll(STYLE)].map(([, css]) => css).join('\n');

/** The CSS that Tailwind makes with our tokens. */
async function utilities(settings: object): Promise<Rule[]> {
  const rules: Rule[] = [];
  const { root } = await postcss([tailwind({ ...config, ...settings })]).process('@tailwind utilities;', {
    from: undefined,
  });
  root.walkRules((rule) => void rules.push(rule));
  return rules;
}

const said = ({ prop, value }: Declaration) => `${prop}: ${value}`;
const declarations = (rule: Rule): Declaration[] => rule.nodes.filter((node) => node.type === 'decl');
/** An element or a class, at most below another: no state, no attribute, no pseudo-element. */
const PLAIN = /^(?:[&>\s]|\.?[a-z][\w-]*)+$/;

/** Whether a rule applies always, in every state and at every width. */
const isAlways = ({ selector, parent }: Rule): boolean =>
  PLAIN.test(selector) && (parent?.type === 'root' || (parent instanceof Rule && isAlways(parent)));

/** The rules of a component that say only what utilities could say in its markup. */
function needless({ file, text }: Source, known: ReadonlySet<string>): string[] {
  const found: string[] = [];
  postcss.parse(stylesOf({ file, text })).walkRules((rule) => {
    const [, dot = '', name = ''] = /(\.?)([\w-]+)$/.exec(rule.selector) ?? [];
    // The elements of a Markdown text have no markup here.
    const isOwn = dot === '.' || text.includes(`<${name}`);
    const all = declarations(rule);
    if (isOwn && isAlways(rule) && all.length > 0 && all.every((one) => known.has(said(one))))
      found.push(`${file}: ${rule.selector}`);
  });
  return found;
}

it('a component’s style is global, below a class of its own', () => {
  const scoped = MARKUP.filter(({ text }) => /<style(?! is:global)/.test(text)).map(({ file }) => file);
  expect(scoped, 'Astro’s attributes of scoped styles on every element weigh more than a class').toEqual([]);
});

it('utilities have no values of their own', () => {
  const found = MARKUP.flatMap(({ file, text }) =>
    classNames(text)
      .filter((name) => name.includes('['))
      .map((name) => `${file}: ${name}`),
  );
  expect(found, 'Use a token, or put the value into <style>').toEqual([]);
});

it('every class has a rule', async () => {
  const styled = new Set(
    [...[...SOURCES.map(stylesOf), ...EDITOR_STYLES].join('\n').matchAll(/\.([a-z][\w-]*)/g)].map(
      ([, name = '']) => name,
    ),
  );
  const raws = MARKUP.map(({ file, text: raw }) => ({ raw, extension: extname(file).slice(1) }));
  const rules = await utilities({ content: { ...config.content, files: raws } });
  const made = rules.map(({ selector }) => selector.replaceAll('\\', ''));
  const found = MARKUP.flatMap(({ file, text }) =>
    classNames(text)
      .filter((name) => name !== '' && !styled.has(name) && !made.some((selector) => selector.startsWith(`.${name}`)))
      .map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});

it('a component’s style has no rule that utilities could replace', { tags: ['exhaustive'] }, async () => {
  const rules = await utilities({ content: [], safelist: [{ pattern: /^[a-z]/ }] });
  const known = new Set(rules.flatMap(declarations).map(said));
  expect(known).toContain('font-size: var(--text-xl)');
  const found = SOURCES.filter(({ file }) => file.endsWith('.astro')).flatMap((source) => needless(source, known));
  expect(found, 'Use utilities in the markup').toEqual([]);
});

it('a class of a room’s application is made for rooms only', () => {
  const read = ({ content }: { content: { files: string[] } }) => globSync(content.files, { cwd: projectFolder });
  const apps = globSync('src/apps/**/*.tsx', { cwd: projectFolder });
  expect(apps).toContain('src/apps/desk/main.tsx');
  expect(read(config).filter((file) => apps.includes(file))).toEqual([]);
  expect(read(rooms).sort()).toEqual([...read(config), ...apps].sort());
});

it('each style sheet with utilities names its configuration: for one without, Tailwind takes the last that it saw', () => {
  const importers = SOURCES.filter(({ text }) => /\bbase\.css'/.test(text));
  expect(importers.map(({ file, text }) => [file, /^@config '(.*)';$/m.exec(text)?.[1]]).sort()).toEqual([
    ['src/styles/pages.css', '../../tailwind.config.mjs'],
    ['src/styles/rooms.css', '../apps/tailwind.config.mjs'],
  ]);
  const made = SOURCES.filter((source) => /@(?:tailwind|apply)\b/.test(stylesOf(source)));
  expect(made.map(({ file }) => file)).toEqual(['src/styles/base.css']);
});
