import { getCollection, type CollectionEntry, type CollectionKey } from 'astro:content';
import { fillPlaceholders } from './schemas/copy.ts';
import type { HomeSection, SectionOf } from './schemas/home.ts';
import type { Site } from './schemas/site.ts';

async function only<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  const entry = (await getCollection(collection)).find((candidate) => candidate.id === id);
  if (!entry) throw new Error(`The copy file "${id}" of the collection "${collection}" is missing in content/.`);
  return entry;
}

/** content/site.yaml with the company's name and figures put in. */
export async function getSite(): Promise<Site> {
  const { data } = await only('site', 'site');
  return fillPlaceholders(data, data);
}

/** One entry of a collection, with placeholders replaced in its data. */
export async function getCopy<Key extends CollectionKey>(collection: Key, id: string): Promise<CollectionEntry<Key>> {
  const entry = await only(collection, id);
  return { ...entry, data: fillPlaceholders(entry.data, await getSite()) };
}

/** All entries of a collection, with placeholders replaced in their data, in the order of their file names. */
export async function getEntries<Key extends CollectionKey>(collection: Key): Promise<CollectionEntry<Key>[]> {
  const site = await getSite();
  return (await getCollection(collection))
    .sort((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }))
    .map((entry) => ({ ...entry, data: fillPlaceholders(entry.data, site) }));
}

/** A section of the home page of one kind, for the component that draws it. */
export type SectionEntry<Kind extends HomeSection['kind']> = CollectionEntry<'home'> & { data: SectionOf<Kind> };
