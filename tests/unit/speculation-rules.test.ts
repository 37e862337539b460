import { parse } from 'node-html-parser';
import { expect, it } from 'vitest';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';
import { PAGES } from '../setup/pages.ts';

/** A condition of a document rule, as far as our rules use it. */
interface Condition {
  and?: Condition[];
  not?: Condition;
  href_matches?: string | string[];
  selector_matches?: string;
}
type Rules = Record<'prerender' | 'prefetch', { where: Condition; eagerness: string }[]>;

const SITE = 'https://site.example';
const rules = JSON.parse(SPECULATION_RULES) as Rules;

/** Whether a link on a page matches, as a browser reads the condition. */
function matches(condition: Condition, link: string, page: string): boolean {
  const { and, not, href_matches, selector_matches } = condition;
  const [element] = parse(link).querySelectorAll('a');
  const href = new URL(element?.getAttribute('href') ?? '', SITE + page);
  if (and) return and.every((part) => matches(part, link, page));
  if (not) return !matches(not, link, page);
  if (selector_matches !== undefined) return parse(link).querySelectorAll(selector_matches).length > 0;
  return [href_matches ?? []].flat().some((pattern) => new URLPattern(pattern, SITE + page).test(href));
}
/** The eagerness of the rules that match a link on a page. */
const eagerness = (link: string, page = '/flow') =>
  Object.entries(rules).flatMap(([action, list]) =>
    list.filter(({ where }) => matches(where, link, page)).map((rule) => `${action} ${rule.eagerness}`),
  );

const VISITED = PAGES.filter((path) => path !== '/unsubscribe' && path !== '/404');

it.each(VISITED)('a link to %s from another page prepares it', (path) => {
  const from = path === '/flow' ? '/' : '/flow';
  for (const href of [path, `${path}#a-section`, `${path}?utm_source=mail`])
    expect(eagerness(`<a href="${href}">`, from), href).toEqual(['prerender moderate', 'prefetch conservative']);
});

it.each(VISITED)('a link on %s to the page itself, or to a section of it, prepares nothing', (path) => {
  for (const href of [path, `${path}#a-section`, '#a-section', ''])
    expect(eagerness(`<a href="${href}">`, path), href).toEqual([]);
});

it.each([
  ['the page that acts on its token', '<a href="/unsubscribe#token">'],
  ['the same without its token', '<a href="/unsubscribe">'],
  ['the process guide', '<a href="/process-guide.pdf">'],
  ['the feed', '<a href="/research/feed.xml">'],
  ['the text for agents', '<a href="/llms.txt">'],
  ['a download', '<a href="/flow-as-a-file" download>'],
  ['a nofollow link', '<a href="/resources" rel="noopener nofollow">'],
  ['another site', '<a href="https://example.org/flow">'],
  ['a mail', '<a href="mailto:hello@site.example">'],
  ['a call', '<a href="tel:+123">'],
])('no rule prepares %s', (_what, link) => {
  expect(eagerness(link, '/')).toEqual([]);
});
