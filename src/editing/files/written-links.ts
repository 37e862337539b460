import type { MdastNode } from 'satteri';
import { mdxToMdast } from '#mdx-to-mdast';
import { fillMarkdown, fillPlaceholders } from '../../schemas/copy.ts';
import { COPY_FILES, copyFileOf, isShown } from '../../schemas/copy-files.ts';
import type { Site } from '../../schemas/site.ts';
import { wordsIn } from '../../schemas/text-rules.ts';
import { TEXT, type Path, type Value } from '../protocol.ts';
import { isTextShown } from './link-targets.ts';

/** A link in a file. */
export interface WrittenLink {
  path: Path;
  /** Its words. */
  text: string;
  href: string;
}

/** A picture in a file. */
export interface WrittenPicture {
  path: Path;
  address: string;
}

interface Written {
  links: WrittenLink[];
  pictures: WrittenPicture[];
}

type Fields = Readonly<Record<string, Value>>;

/** Fields with the words of a link that is next to them. The first one present is used. */
const WORDS = ['label', 'title', 'question', 'heading'];

const nameOf = (fields: Fields, site: Site): string =>
  fillPlaceholders(WORDS.map((word) => fields[word]).find((value) => typeof value === 'string') ?? '', site);

/** Whether the page shows an entry without its link. */
const isUnlinked = (fields: Fields): boolean => fields['available'] === false;

function linksOfFields(value: Value, key: string, site: Site, path: Path = []): WrittenLink[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((inner, index) => linksOfFields(inner, key, site, [...path, index]));
  if (value['hidden'] === true) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name !== key || typeof inner !== 'string') return linksOfFields(inner, key, site, [...path, name]);
    return isUnlinked(value) ? [] : [{ path: [...path, name], text: nameOf(value, site), href: inner }];
  });
}

/** The attributes of an element that are texts. */
function attributesOf(node: MdastNode): Record<string, string> {
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return {};
  return Object.fromEntries(
    node.attributes.flatMap((attribute) =>
      attribute.type === 'mdxJsxAttribute' && typeof attribute.value === 'string'
        ? [[attribute.name, attribute.value]]
        : [],
    ),
  );
}

function writtenIn(node: MdastNode, path: Path): Written[] {
  const { href, label = '', src } = attributesOf(node);
  const own: Written = {
    links: [
      ...(node.type === 'link' ? [{ path, text: wordsIn(node).replaceAll(/\s+/g, ' ').trim(), href: node.url }] : []),
      ...(href === undefined ? [] : [{ path, text: label, href }]),
    ],
    pictures: [
      ...(node.type === 'image' ? [{ path, address: node.url }] : []),
      ...(src === undefined ? [] : [{ path, address: src }]),
    ],
  };
  return [own, ...('children' in node ? node.children.flatMap((child) => writtenIn(child, path)) : [])];
}

function writtenInText(block: Value, path: Path, site: Site): Written[] {
  if (typeof block !== 'string') return [];
  try {
    return writtenIn(mdxToMdast(fillMarkdown(block, site)), path);
  } catch {
    // It is reported as a text that can't be read.
    return [];
  }
}

/** The links and pictures of a file that are shown on a page, or in what the agent knows. */
export function writtenLinks(file: string, data: Fields, site: Site): Written {
  const isOfAgent = copyFileOf(file)?.path === COPY_FILES.questions.path;
  if (!isShown(file) && !isOfAgent) return { links: [], pictures: [] };
  const { [TEXT]: blocks = [], ...fields } = data;
  const texts =
    Array.isArray(blocks) && isTextShown(file, data)
      ? blocks.flatMap((block, index) => writtenInText(block, [TEXT, index], site))
      : [];
  return {
    links: [...linksOfFields(fields, isOfAgent ? 'page' : 'href', site), ...texts.flatMap(({ links }) => links)],
    pictures: texts.flatMap(({ pictures }) => pictures),
  };
}
