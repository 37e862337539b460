import { XMLParser } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';

interface Item {
  title?: string;
  description?: string;
  link?: string;
  guid?: { '#text': string; '@isPermaLink'?: string };
  pubDate?: string;
}
interface Channel extends Item {
  language?: string;
  'atom:link'?: { '@href': string; '@rel': string; '@type': string };
  item: Item[];
}
interface Feed {
  rss?: { '@version': string; '@xmlns:atom': string; channel: Channel };
}

/** A day and time as RFC 822 writes it, with the year in four digits. */
const RFC_822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})$/;

/** A feed as it reads: its links are as they stand in it, its dates too. */
export const readFeed = (xml: string): Feed =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    isArray: (name) => name === 'item',
  }).parse(xml) as Feed;

/**
 * What is wrong with a feed by the rules of RSS 2.0 (rssboard.org/rss-specification) and what its Best Practices Profile
 * recommends, one line each.
 *
 * @param address where the feed is
 * @param leadsSomewhere whether there is something at an address of the site
 */
export async function feedMistakes(
  xml: string,
  address: string,
  leadsSomewhere: (address: string) => boolean,
): Promise<string[]> {
  const { errors } = await validateXML({ xml, normalization: 'format' });
  if (errors.length > 0) return errors.map(({ message }) => message);
  const { rss } = readFeed(xml);
  if (rss?.['@version'] !== '2.0') return ['it is no RSS 2.0'];
  const { channel } = rss;
  const self = channel['atom:link'];
  const guids = channel.item.map(({ guid }) => guid?.['#text']);
  const mistakes: [wrong: boolean, mistake: string][] = [
    [!channel.title || !channel.description, 'the channel has no title or description'],
    [!leadsSomewhere(channel.link ?? ''), `the channel's link leads nowhere: ${channel.link ?? ''}`],
    [!/^[a-z]{2}(-[a-z]{2})?$/.test(channel.language ?? ''), `the channel's language is ${channel.language ?? ''}`],
    [rss['@xmlns:atom'] !== 'http://www.w3.org/2005/Atom', 'atom: is not the namespace of Atom'],
    [
      self?.['@href'] !== address || self['@rel'] !== 'self' || self['@type'] !== 'application/rss+xml',
      'the channel does not say where it is',
    ],
    [new Set(guids).size < guids.length, 'two items have one guid'],
    ...channel.item.flatMap(({ title, description, link = '', guid, pubDate = '' }): [boolean, string][] => [
      [!title || !description, `an item has no title or description: ${link}`],
      [!leadsSomewhere(link), `an item's link leads nowhere: ${link}`],
      [guid?.['#text'] !== link || guid['@isPermaLink'] === 'false', `the guid is not the item's address: ${link}`],
      [!RFC_822.test(pubDate) || Number.isNaN(Date.parse(pubDate)), `the item's day is ${pubDate}: ${link}`],
    ]),
  ];
  return mistakes.filter(([wrong]) => wrong).map(([, mistake]) => mistake);
}
