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

/** A date and time in the format of RFC 822, with a four-digit year. */
const RFC_822 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d (GMT|[+-]\d{4})$/;

/** A parsed feed; its links and dates are unchanged strings. */
export const readFeed = (xml: string): Feed =>
  new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    isArray: (name) => name === 'item',
  }).parse(xml) as Feed;

/**
 * Violations of RSS 2.0 (rssboard.org/rss-specification) and of the recommendations in its Best Practices Profile, one
 * line each.
 *
 * @param address the address of the feed
 * @param leadsSomewhere whether an address of the site exists
 */
export async function feedMistakes(
  xml: string,
  address: string,
  leadsSomewhere: (address: string) => boolean,
): Promise<string[]> {
  const { errors } = await validateXML({ xml, normalization: 'format' });
  if (errors.length > 0) return errors.map(({ message }) => message);
  const { rss } = readFeed(xml);
  if (rss?.['@version'] !== '2.0') return ['it is not RSS 2.0'];
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
      'the channel does not state its own address',
    ],
    [new Set(guids).size < guids.length, 'two items share a guid'],
    ...channel.item.flatMap(({ title, description, link = '', guid, pubDate = '' }): [boolean, string][] => [
      [!title || !description, `an item has no title or description: ${link}`],
      [!leadsSomewhere(link), `an item's link leads nowhere: ${link}`],
      [guid?.['#text'] !== link || guid['@isPermaLink'] === 'false', `the guid is not the item's address: ${link}`],
      [!RFC_822.test(pubDate) || Number.isNaN(Date.parse(pubDate)), `the item's date is ${pubDate}: ${link}`],
    ]),
  ];
  return mistakes.filter(([wrong]) => wrong).map(([, mistake]) => mistake);
}
