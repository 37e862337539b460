import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { copyFileOf } from '../../src/schemas/copy-files.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';

/** The longest and the shortest copy that a schema allows. */
export type Extreme = 'longest' | 'shortest';

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitän';
const SENTENCE = 'Die Kostenvoranschläge der Softwareentwicklungsabteilung sind übersichtlich. ';

/** Words up to a limit. A line of copy is one long word and filler; a paragraph is one long word and sentences. */
function words(limit: number, extreme: Extreme): string {
  if (extreme === 'shortest') return 'Ab';
  const filler = limit > 160 ? SENTENCE : 'samt Übersicht ';
  const text = `${LONG_WORD} ${filler.repeat(Math.ceil(limit / filler.length))}`;
  return text.slice(0, limit).trim();
}

type Schema = z.core.JSONSchema.BaseSchema;

const isRecord = (data: unknown): data is Record<string, unknown> => typeof data === 'object' && data !== null;

/** Whether an object matches a schema: no field is missing, none is unknown, and its kind is the right one. */
const fits = ({ properties = {}, required = [] }: Schema, data: unknown): boolean =>
  isRecord(data) &&
  required.every((name) => name in data) &&
  Object.entries(data).every(([name, value]) => {
    const field = properties[name] as Schema | undefined;
    return field !== undefined && (field.const === undefined || field.const === value);
  });

/** Data as long or as short as its schema allows. What is not copy (links, keys, dates) stays unchanged. */
function stretch(schema: Schema, data: unknown, extreme: Extreme): unknown {
  const { anyOf, oneOf, type, items, properties = {}, required = [], minItems = 0, maxItems, maxLength } = schema;
  const options = anyOf ?? oneOf;
  if (options) {
    const option = options.find((one) => fits(one, data));
    return option ? stretch(option, data, extreme) : data;
  }
  if (type === 'string') return schema.pattern || schema.format || !maxLength ? data : words(maxLength, extreme);
  if (Array.isArray(data)) {
    const count = data.length === 0 ? 0 : extreme === 'longest' ? (maxItems ?? data.length) : minItems;
    const kept = Array.from({ length: count }, (_, index) => data[index % data.length] as unknown);
    return kept.map((item) => stretch(items as Schema, item, extreme));
  }
  if (type !== 'object' || !isRecord(data)) return data;
  const isCopy = ({ maxLength, pattern, format }: Schema) => maxLength !== undefined && !pattern && !format;
  const fields = Object.entries(properties as Record<string, Schema>)
    // Optional copy is left out, or made up.
    .filter(([name, field]) => (required.includes(name) || !isCopy(field) ? name in data : extreme === 'longest'))
    // By its resource, a waiting list is told from others.
    .map(
      ([name, field]) => [name, name === 'resourceType' ? data[name] : stretch(field, data[name], extreme)] as const,
    );
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}

/** Added below every text: a long word, an address and code. */
const moreText = (file: string) => `
## ${LONG_WORD} ${file}

${SENTENCE}${LONG_WORD}: [https://example.com/${'path-'.repeat(30)}](/) and \`${'code'.repeat(30)}\`.

- ${LONG_WORD.repeat(2)}
`;

/**
 * Rewrites all copy of a project with the longest or the shortest that its schemas allow.
 */
export function stretchCopy(folder: string, extreme: Extreme): void {
  const content = join(folder, 'content');
  for (const file of readdirSync(content, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(mdx|yaml)$/.test(name),
  )) {
    const kind = copyFileOf(`content/${file}`);
    // What no page shows (mails, the agent's instructions) is left unchanged.
    if (kind?.page === undefined) continue;
    const path = join(content, file);
    const source = readFileSync(path, 'utf8');
    const { fields, text } = file.endsWith('.mdx') ? splitFrontmatter(source) : { fields: source, text: '' };
    const shape = z.toJSONSchema(kind.schema, { io: 'input', unrepresentable: 'any' });
    const copy = stringify(stretch(shape, parse(fields), extreme));
    const more = text.trim() !== '' && extreme === 'longest' ? moreText(file) : '';
    writeFileSync(path, file.endsWith('.mdx') ? `---\n${copy}---\n${text}${more}` : copy);
  }
}
