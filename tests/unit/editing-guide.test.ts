import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkInventory } from '../../src/build/integrations/copy-inventory.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { placeholderMistake } from '../../src/schemas/copy.ts';
import { COPY_FILES, copyFileOf, type CopyFile } from '../../src/schemas/copy-files.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { TEXT_ELEMENTS } from '../../src/schemas/text-elements.ts';
import { checkCopy, parseCopy } from '../../src/schemas/messages.ts';
import { applyEdit, examples, GUIDE, guidePart } from '../setup/editing-guide.ts';
import { literals, messageTexts } from '../setup/message-texts.ts';

const contentFiles = (root = '.') =>
  globSync('content/**/*.{mdx,yaml}', { cwd: root }).map((file) => file.replaceAll('\\', '/'));

describe('the files in the guide', () => {
  const created = examples().flatMap(({ edits }) => edits.flatMap((edit) => ('to' in edit ? [edit.to] : [])));

  it('include every content file', () => {
    const named = (file: string) => {
      const { path = '' } = copyFileOf(file) ?? {};
      return (
        GUIDE.includes(`\`${path.includes('*') ? path.replace(/\*.*/, '') : path}\``) || GUIDE.includes(`\`${file}\``)
      );
    };
    expect(contentFiles().filter((file) => !named(file))).toEqual([]);
    // Each section of the home page is listed separately, by what it looks like.
    expect(contentFiles().filter((file) => file.startsWith('content/home/') && !GUIDE.includes(`\`${file}\``))).toEqual(
      [],
    );
  });

  it('exist', () => {
    const paths = [...GUIDE.matchAll(/`((?:content|docs|public|src|tests)\/[\w./-]*)`/g)].map(([, path]) => path ?? '');
    expect(paths.length).toBeGreaterThan(80);
    expect(paths.filter((path) => !existsSync(path) && !created.includes(path))).toEqual([]);
  });

  it('exist, as do the headings that the guide links to', () => {
    const ids = [...GUIDE.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => text.toLowerCase().replaceAll(' ', '-'));
    const links = [...GUIDE.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((id) => !ids.includes(id ?? ''))).toEqual([]);
  });
});

describe('the fields in the guide', () => {
  interface Shape {
    properties?: Record<string, Shape>;
    items?: Shape;
    anyOf?: Shape[];
    oneOf?: Shape[];
    const?: unknown;
    enum?: unknown[];
  }
  const shapeOf = ({ schema }: CopyFile) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const alternatives = ({ anyOf = [], oneOf = [] }: Shape) => [...anyOf, ...oneOf];

  /** Whether a schema has a field at this path. List entries need no index. */
  const has = (shape: Shape, parts: readonly string[], kind?: unknown): boolean => {
    const [first, ...rest] = parts;
    if (first === undefined) return true;
    if (
      alternatives(shape).some((one) => {
        const own = one.properties?.['kind']?.const;
        return (own === undefined || own === kind) && has(one, parts, kind);
      })
    )
      return true;
    if (shape.items && has(shape.items, parts)) return true;
    const inner = shape.properties?.[first];
    return inner !== undefined && has(inner, rest);
  };

  const rows = guidePart('Where each text is')
    .split('\n')
    .flatMap((line) => {
      const [, , place = '', fields = ''] = line.split('|');
      const [, file] = /`(content\/[^`]+)`/.exec(place) ?? [];
      return file ? [...fields.matchAll(/`([^`]+)`/g)].map(([, field = '']) => ({ file, field })) : [];
    });

  it.each(rows)('$field is a field of $file', ({ file, field }) => {
    const kind = copyFileOf(file) ?? Object.values(COPY_FILES).find(({ path }) => path.startsWith(`${file}*`));
    const data = file.startsWith('content/home/')
      ? (parseCopy(splitFrontmatter(readFileSync(file, 'utf8')).fields, file) as { kind: string })
      : undefined;
    expect(kind && has(shapeOf(kind), field.split('.'), data?.kind)).toBe(true);
  });

  it('elsewhere are fields, or values of fields', () => {
    const words = new Set<unknown>();
    const collect = (shape: Shape): void => {
      for (const value of [shape.const, ...(shape.enum ?? [])]) words.add(value);
      for (const [name, inner] of Object.entries(shape.properties ?? {})) {
        words.add(name);
        collect(inner);
      }
      if (shape.items) collect(shape.items);
      alternatives(shape).forEach(collect);
    };
    Object.values(COPY_FILES).map(shapeOf).forEach(collect);
    const named = [...GUIDE.matchAll(/`([a-z][a-zA-Z]+(?:-[a-z]+)*)(?:: [^`]*)?`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((name) => !words.has(name))).toEqual([]);
  });
});

describe('the examples in the guide', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'editing-'));
    cpSync('content', join(root, 'content'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const check = () => {
    checkInventory(root);
    for (const file of contentFiles(root)) {
      const source = readFileSync(join(root, file), 'utf8');
      const { fields, text } = file.endsWith('.mdx') ? splitFrontmatter(source) : { fields: source, text: '' };
      checkCopy((copyFileOf(file) as CopyFile).schema, parseCopy(fields, file), file);
      expect(placeholderMistake(text, ['caller']), file).toBeUndefined();
    }
  };

  it('exist for every task', () => {
    expect(examples().length).toBeGreaterThan(15);
    expect(examples().filter(({ edits }) => edits.length === 0)).toEqual([]);
  });

  it.each(examples())('$task: can be followed, and the result is valid', { tags: ['exhaustive'] }, ({ edits }) => {
    for (const edit of edits) applyEdit(edit, root);
    check();
    // An example that changes nothing shows nothing.
    for (const edit of edits) if (edit.does === 'change') expect(edit.after).not.toBe(edit.before);
  });

  it('can all be followed one after the other', () => {
    for (const edit of examples().flatMap(({ edits }) => edits)) applyEdit(edit, root);
    check();
    expect(readSite(root).name).toBe('Acme Works');
  });
});

it.each(Object.values(TEXT_ELEMENTS))('the guide shows what a text can contain: $example', ({ use, example }) => {
  expect(GUIDE.replaceAll(/ +/g, ' ')).toContain(`| ${use} | \`${example}\` |`);
});

describe('the messages in the guide', () => {
  /** The files with messages for editors. */
  const forEditors = [
    ...globSync('src/schemas/*.ts'),
    ...globSync(
      'src/build/integrations/{copy-*,email-copy,mdx-mistakes,page-check,publication-dates,site-copy,content-location}.ts',
      {
        exclude: ['**/*.d.ts'],
      },
    ),
    ...globSync('src/build/page-check/*.ts'),
    ...globSync('src/build/budgets/*.ts'),
    ...globSync('src/build/guide/*.ts'),
    'src/build/copy.ts',
    'src/build/home-order.ts',
    'src/build/picture-size.ts',
    'src/build/integrations/picture-inventory.ts',
    'src/build/knowledge/agent.ts',
  ];
  /** The quoted messages; in a table, those in the first column. */
  const quoted = guidePart('Messages')
    .split('\n')
    .map((line) => (line.startsWith('|') ? (line.split(' | ')[0] ?? '') : line))
    .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text))
    .filter((text) => text.includes(' '));

  /** The text without the characters at its ends, which join it to inserted values. */
  const inside = (text: string) => text.replaceAll(/\s+/g, ' ').replace(/^[^a-z]+|[^a-z]+$/gi, '');

  it('include every message in the code', () => {
    const said = guidePart('Messages').replaceAll(/\s+/g, ' ');
    // Parts of generated files, and a message from another program.
    const other = /^Made from content\/|^(?:const copy: import|export default copy)|^failed to parse$/;
    const unsaid = forEditors
      .flatMap(messageTexts)
      .flatMap(({ file, parts }) => parts.map((part) => ({ file, part: inside(part) })))
      .filter(({ part }) => part.split(' ').length > 2 && !other.test(part) && !said.includes(part));
    expect(unsaid).toEqual([]);
  });

  it('are quoted as they are in the code', () => {
    const known = [...forEditors, 'src/build/integrations/connection-notice.ts']
      .flatMap(literals)
      .map(inside)
      .filter((part) => part.length > 5)
      .sort((a, b) => b.length - a.length);
    // A message is assembled from parts. When they are removed, at most a short word is left.
    const left = (text: string) =>
      known.reduce((rest, part) => rest.replaceAll(part, ' '), text).replaceAll(/[^a-z]/gi, '');
    expect(quoted.length).toBeGreaterThan(60);
    expect(quoted.filter((text) => left(text).length > 5)).toEqual([]);
  });
});
