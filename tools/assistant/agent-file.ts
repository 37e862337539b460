import { diffArrays } from 'diff';
import { isMap, isScalar, isSeq, parse, parseDocument, Scalar, type YAMLSeq } from 'yaml';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { editInstructions, type Values } from './instructions-edit.ts';
import { unwrap } from './system-message.ts';

/** A top-level field, and the empty lines and comments after it. */
interface Field {
  key: string;
  source: string;
  behind: string;
}

/** The maximum length of lines that can be wrapped (characters). */
const LINE = 120;

/** Each field by its dotted path, as written in the file: with placeholders; the instructions without comments. */
export function writtenFields(source: string): Readonly<Record<string, unknown>> {
  const { fields, text } = splitFrontmatter(source);
  const leaves = (value: unknown, path: string): [string, unknown][] =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
      : [[path, value]];
  return Object.fromEntries([
    ...leaves(parse(fields), ''),
    ['instructions', unwrap(text.replaceAll(/\{\/\*[^]*?\*\/\}/g, ''))],
  ]);
}

/** The text before the first field, then the fields. Joined, they are the source. */
function fieldsOf(source: string): Field[] {
  const { contents } = parseDocument(source);
  const pairs = isMap(contents) ? contents.items : [];
  const starts = pairs.flatMap(({ key }) => (isScalar(key) ? [{ key: String(key.value), start: key.range[0] }] : []));
  return [{ key: '', start: 0 }, ...starts].map(({ key, start }, index) => {
    const text = source.slice(start, starts[index]?.start);
    const behind = /(?:\n(?:#.*|[^\S\n]*))*$/.exec(text)?.[0] ?? '';
    return { key, source: text.slice(0, text.length - behind.length), behind };
  });
}

/** Replaces the entries that differ. A replacement inherits the comment above the old entry. */
function replaceItems(list: YAMLSeq, wanted: readonly string[]): void {
  const before = list.items.map((item) => (isScalar(item) ? String(item.value) : ''));
  const items: unknown[] = [];
  const comments: string[] = [];
  let position = 0;
  for (const { added, removed, value } of diffArrays(before, [...wanted])) {
    if (added) {
      for (const text of value) {
        const item = new Scalar(text);
        if (comments.length > 0) item.commentBefore = comments.splice(0).join('\n');
        items.push(item);
      }
      continue;
    }
    const former = list.items.slice(position, position + value.length);
    position += value.length;
    if (!removed) items.push(...former);
    else comments.push(...former.flatMap((item) => (isScalar(item) && item.commentBefore ? [item.commentBefore] : [])));
  }
  list.items = items;
}

/** The source of content/assistant/agent.mdx. Fields are changed one by one; their order and the comments are kept. */
export class AgentFile {
  readonly #head: string;
  readonly #fields: Field[];
  readonly #between: string;
  #text: string;

  constructor(source: string) {
    const { fields, text } = splitFrontmatter(source);
    const start = source.indexOf(fields);
    this.#head = source.slice(0, start);
    this.#fields = fieldsOf(fields);
    this.#between = source.slice(start + fields.length, source.length - text.length);
    this.#text = text;
  }

  /** @param path dotted, for example `silence.question` */
  set(path: string, value: string | number | readonly string[]): void {
    const keys = path.split('.');
    const field = this.#fields.find(({ key }) => key === keys[0]);
    if (!field) throw new RangeError(`There is no field ${path}.`);
    const document = parseDocument(field.source);
    const node = document.getIn(keys, true);
    if (isSeq(node) && typeof value === 'object') replaceItems(node, value);
    else document.setIn(keys, value);
    // A folded text is folded again; any other long text stays on one line.
    const isFolded = isScalar(node) && node.type === Scalar.BLOCK_FOLDED;
    field.source = document.toString({ lineWidth: isFolded ? LINE : 0, singleQuote: true }).trimEnd();
  }

  /** @param wanted paragraphs of one line each, with values instead of placeholders */
  setInstructions(wanted: string, values: Values): void {
    this.#text = editInstructions(this.#text, wanted, LINE, values);
  }

  toString(): string {
    const fields = this.#fields.map(({ source, behind }) => source + behind).join('');
    return this.#head + fields + this.#between + this.#text;
  }
}
