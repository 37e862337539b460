import { getCollection, getEntry, type CollectionEntry, type CollectionKey } from 'astro:content';
import { fillPlaceholders } from '../schemas/copy.ts';
import { compareNames } from '../schemas/file-order.ts';
import { withoutHidden } from '../schemas/hidden.ts';
import { CopyError } from '../schemas/messages.ts';
import type { HomeSection, SectionOf } from '../schemas/home.ts';
import type { Site } from '../schemas/site.ts';

async function only<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  const entry = (await getEntry(collection, id)) as CollectionEntry<Key> | undefined;
  if (!entry)
    throw new CopyError('content', [`the file "${id}" of "${collection}" is missing. Put it back under this name.`]);
  return entry;
}

/** Receives all copy before a page gets it. */
interface CopyReader {
  /** Receives the data of an entry with placeholders replaced, and the path of its file in the project. */
  read: <T>(data: T, file: string | undefined) => T;
  /** Runs work that needs the copy unchanged. */
  without: <T>(work: () => T) => T;
}
const READER = Symbol.for('copy-reader');
/** Not in this module: in dev, Vite reloads it when the content changes. */
const shared = globalThis as typeof globalThis & { [READER]?: CopyReader };

/**
 * Passes all copy to a reader before a page gets it. In `astro dev`, the editor uses this to mark which text comes from
 * where (src/editing/). A build has no reader.
 */
export function readCopyThrough(reader: CopyReader): void {
  shared[READER] = reader;
}

/** Runs work that needs the copy for something other than a page, such as a file that a page links to. */
export const withCopyAsWritten = <T>(work: () => T): T => shared[READER]?.without(work) ?? work();

const read = <T>(data: T, file: string | undefined): T => shared[READER]?.read(data, file) ?? data;

async function readSite(): Promise<Site> {
  const { data } = await only('site', 'site');
  return fillPlaceholders(data, data);
}
let built: Promise<Site> | undefined;
const siteAsWritten = (): Promise<Site> => (import.meta.env.PROD ? (built ??= readSite()) : readSite());

/** content/site.yaml with the company's name and figures filled in. Every page reads it a dozen times. */
export const getSite = async (): Promise<Site> => read(await siteAsWritten(), 'content/site.yaml');

const filled = <Key extends CollectionKey>(entry: CollectionEntry<Key>, site: Site): CollectionEntry<Key> => ({
  ...entry,
  data: read(fillPlaceholders(entry.data, site), entry.filePath),
});

/** One entry of a collection, with placeholders replaced in its data. */
export async function getCopy<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  return filled(await only(collection, id), await siteAsWritten());
}

/** All entries of a collection by name, without what is hidden, and with placeholders replaced in their data. */
export async function getEntries<Key extends CollectionKey>(collection: Key): Promise<CollectionEntry<Key>[]> {
  const site = await siteAsWritten();
  return (await getCollection(collection))
    .sort((a, b) => compareNames(a.id, b.id))
    .map((entry) => {
      const whole = filled(entry, site);
      return { ...whole, data: withoutHidden(whole.data) };
    });
}

/** A section of the home page of one kind, for the component that draws it. */
export type SectionEntry<Kind extends HomeSection['kind']> = CollectionEntry<'home'> & { data: SectionOf<Kind> };
