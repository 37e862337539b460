import { getCollection, getEntry, type CollectionEntry, type CollectionKey } from 'astro:content';
import { fillPlaceholders } from './schemas/copy.ts';
import { compareNames } from './schemas/file-order.ts';
import { CopyError } from './schemas/messages.ts';
import type { HomeSection, SectionOf } from './schemas/home.ts';
import type { Site } from './schemas/site.ts';

async function only<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  const entry = (await getEntry(collection, id)) as CollectionEntry<Key> | undefined;
  if (!entry)
    throw new CopyError('content', [`the file "${id}" of "${collection}" is missing. Put it back under this name.`]);
  return entry;
}

async function readSite(): Promise<Site> {
  const { data } = await only('site', 'site');
  return fillPlaceholders(data, data);
}
let built: Promise<Site> | undefined;

/** content/site.yaml with the company's name and figures put in. Every page asks for it a dozen times. */
export const getSite = (): Promise<Site> => (import.meta.env.PROD ? (built ??= readSite()) : readSite());

/** One entry of a collection, with placeholders replaced in its data. */
export async function getCopy<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  const entry = await only(collection, id);
  return { ...entry, data: fillPlaceholders(entry.data, await getSite()) };
}

/** All entries of a collection, with placeholders replaced in their data, in the order of their file names. */
export async function getEntries<Key extends CollectionKey>(collection: Key): Promise<CollectionEntry<Key>[]> {
  const site = await getSite();
  return (await getCollection(collection))
    .sort((a, b) => compareNames(a.id, b.id))
    .map((entry) => ({ ...entry, data: fillPlaceholders(entry.data, site) }));
}

/** A section of the home page of one kind, for the component that draws it. */
export type SectionEntry<Kind extends HomeSection['kind']> = CollectionEntry<'home'> & { data: SectionOf<Kind> };
