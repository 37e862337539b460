import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Field, GroupField } from '../../src/editing/core/field.ts';
import { formOf } from '../../src/editing/core/form.ts';
import { fieldWithin, variantOf } from '../../src/editing/core/variant.ts';
import { copy, day, href } from '../../src/schemas/copy.ts';
import { COPY_FILES } from '../../src/schemas/copy-files.ts';
import { homeSchema } from '../../src/schemas/home.ts';
import { siteSchema } from '../../src/schemas/site.ts';

const fieldsOf = (schema: z.ZodType) => (formOf(schema, 'a file') as GroupField).fields;
const fieldOf = (schema: z.ZodType): Field | undefined => fieldsOf(z.strictObject({ it: schema }))['it'];

it.each(Object.values(COPY_FILES))('$path has a form', ({ path, schema }) => {
  expect(['group', 'union']).toContain(formOf(schema, path).kind);
});

it('a field added to a schema is in the form, with its label, hint and limit', () => {
  const extended = siteSchema.extend({ closingDays: copy(30).describe('When nobody is in the office') });
  expect(Object.keys(fieldsOf(siteSchema))).not.toContain('closingDays');
  expect(fieldsOf(extended)['closingDays']).toMatchObject({
    kind: 'text',
    label: 'Closing days',
    hint: 'When nobody is in the office',
    limit: 30,
  });
});

describe('what a schema becomes in a form', () => {
  const text = { kind: 'text', label: 'It' };
  it.each<[string, z.ZodType, object]>([
    ['text', z.string().min(2).max(9), { ...text, least: 2, limit: 9 }],
    ['copy', copy(9, ['page']), { ...text, limit: 9, shown: true }],
    ['an e-mail address', z.email(), { ...text, format: 'email' }],
    ['a web address', z.url(), { ...text, format: 'url' }],
    ['a link', href(), { kind: 'text', label: 'Where it leads' }],
    ['a number', z.number().min(0.5).max(2), { kind: 'number', label: 'It', whole: false, least: 0.5, most: 2 }],
    ['a whole number', z.int().min(1).max(6), { kind: 'number', label: 'It', whole: true, least: 1, most: 6 }],
    ['yes or no', z.boolean(), { kind: 'switch', label: 'It' }],
    ['one of several', z.enum(['a', 'b']), { kind: 'choice', label: 'It', options: ['a', 'b'] }],
    ['a fixed value', z.literal('hero'), { kind: 'fixed', label: 'It', value: 'hero' }],
    ['a day', day(), { kind: 'day', label: 'It' }],
    ['a picture', z.string().meta({ ui: 'picture' }), { kind: 'picture', label: 'It' }],
    [
      'a reference',
      z.string().meta({ ui: 'reference', folder: 'content/journey/' }),
      { kind: 'reference', label: 'It', folder: 'content/journey/' },
    ],
    ['an optional value', z.string().optional(), { ...text, optional: true }],
    ['a value with a default', z.boolean().default(false), { kind: 'switch', label: 'It', optional: true }],
    ['a nullable value', z.string().max(9).nullable(), { ...text, limit: 9, nullable: true }],
    ['a hint', z.string().describe('Says what it is'), { ...text, hint: 'Says what it is' }],
    [
      'a list',
      z.array(z.string()).min(1).max(3),
      { kind: 'list', label: 'It', least: 1, most: 3, items: { kind: 'text', label: 'It' } },
    ],
    [
      'arbitrary names',
      z.record(z.string(), z.string()),
      { kind: 'map', label: 'It', values: { kind: 'text', label: 'Value' } },
    ],
    [
      'a group in a group',
      z.strictObject({ 'too-long': z.string() }),
      { kind: 'group', label: 'It', fields: { 'too-long': { kind: 'text', label: 'Too long' } } },
    ],
    [
      'one of two variants',
      z.union([
        z.strictObject({ label: z.string(), opens: z.string() }),
        z.strictObject({ label: z.string(), href: href() }),
      ]),
      { kind: 'union', label: 'It', variants: [{ label: 'Opens' }, { label: 'Href' }] },
    ],
    [
      'one of two variants, or null',
      z.union([z.string(), z.boolean()]).nullable(),
      { kind: 'union', nullable: true, variants: [{ kind: 'text' }, { kind: 'switch' }] },
    ],
  ])('%s', (_, schema, field) => {
    expect(fieldOf(schema)).toMatchObject(field);
  });

  it.each<[string, z.ZodType]>([
    ['a pair', z.tuple([z.string(), z.string()])],
    ['anything', z.unknown()],
    ['a preprocessed value', z.preprocess((value) => value, z.custom<string>())],
    ['an intersection', z.intersection(z.object({ a: z.string() }), z.object({ b: z.string() }))],
    ['fields and a catch-all', z.object({ a: z.string() }).catchall(z.string())],
    ['fields that ignore unknown ones', z.object({ a: z.string() })],
    ['a reference to nowhere', z.string().meta({ ui: 'reference' })],
  ])('%s cannot be shown, and the error names its path', (_, schema) => {
    expect(() => fieldOf(schema)).toThrow(/^a file › it.* has a schema that no form can show/);
  });
});

describe('the variant of a value', () => {
  const link = z.strictObject({ label: z.string(), href: href() });
  const soon = z.strictObject({ label: z.string(), soon: z.literal(true) });
  const union = fieldOf(z.union([link, soon]));
  const shape = (value: object) => {
    if (union?.kind !== 'union') throw new Error('It is a union.');
    return variantOf(union, value as never)?.label;
  };

  it('is recognized by its fields, even if one of them is invalid', () => {
    expect(shape({ label: 'x', href: 'nowhere' })).toBe('Href');
    expect(shape({ label: '', soon: true })).toBe('Soon');
  });

  it('is recognized by its fixed value', () => {
    const home = formOf(homeSchema, 'home');
    expect(fieldWithin(home, { kind: 'partners', label: 'x', items: [] }, 'items')).toMatchObject({
      kind: 'list',
      most: 8,
    });
  });
});
