import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { listPath } from '../../src/build/publication-list.ts';
import { readBuilt, type BuiltPage } from '../setup/built-pages.ts';
import { EDITED } from '../setup/edited-project.ts';
import { feedMistakes, readFeed } from '../setup/feed-rules.ts';
import { publicationName } from '../setup/publications.ts';
import { editedBuild } from '../setup/shared-build.ts';
import { structuredDataMistakes } from '../setup/structured-data-rules.ts';

/** A site with many publications. One of them has a date in the future and a title full of special characters. */
const { folder, project } = await editedBuild();
const { url, name } = readSite(project);
const addressOf = (path: string) => new URL(path, url).href;
const built = readBuilt(folder, url);
const PUBLISHED = EDITED.many + 2;

const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const listed = () => built.pages.filter(({ hidden }) => !hidden);
const pageAt = (path: string) => {
  const page = built.pages.find((one) => one.path === path);
  if (!page) throw new Error(`There is no page at ${path}.`);
  return page;
};

describe('the sitemap', () => {
  const SCHEMA = join(dirname(createRequire(import.meta.url).resolve('sitemap/package.json')), 'schema/sitemap.xsd');
  const parser = new XMLParser({ ignoreAttributes: false, isArray: (tag) => tag === 'url' || tag === 'sitemap' });
  interface Entry {
    loc: string;
    lastmod?: string;
  }
  const parts = () => {
    const { sitemapindex } = parser.parse(read('sitemap-index.xml')) as {
      sitemapindex: { '@_xmlns': string; sitemap: Entry[] };
    };
    expect(sitemapindex['@_xmlns']).toBe('http://www.sitemaps.org/schemas/sitemap/0.9');
    // A part has no date: it would be the date of its newest page, not of the last change.
    expect(sitemapindex.sitemap.filter(({ lastmod }) => lastmod)).toEqual([]);
    return sitemapindex.sitemap.map(({ loc }) => loc);
  };
  const entries = () =>
    parts().flatMap((part) => (parser.parse(read(new URL(part).pathname)) as { urlset: { url: Entry[] } }).urlset.url);

  it('matches the schema of sitemaps.org', async () => {
    const files = readdirSync(folder).filter((file) => /^sitemap-\d+\.xml$/.test(file));
    expect(parts()).toEqual(files.map((file) => addressOf(`/${file}`)));
    const xml = files.map((fileName) => ({ fileName, contents: read(fileName) }));
    const { errors } = await validateXML({ xml, schema: readFileSync(SCHEMA, 'utf8') });
    expect(errors).toEqual([]);
  });

  it('names every page that may be listed, by its canonical address, and no other', () => {
    expect(
      entries()
        .map(({ loc }) => loc)
        .sort(),
    ).toEqual(
      listed()
        .map(({ canonical }) => canonical)
        .sort(),
    );
    const hidden = built.pages.filter((page) => page.hidden).map(({ path }) => path);
    expect(hidden.sort()).toEqual(['/404', '/unsubscribe']);
    expect(listed().map(({ path }) => path)).toContain(listPath(2));
  });

  it('gives the date of each page whose content has one, and never a date in the future', () => {
    const dated = entries().flatMap(({ loc, lastmod }) =>
      lastmod ? [[new URL(loc).pathname, lastmod.slice(0, 10)]] : [],
    );
    const days = Object.fromEntries(dated) as Record<string, string>;
    expect(Object.keys(days).sort()).toEqual([
      '/accessibility',
      '/privacy-policy',
      '/research/automation',
      ...Array.from({ length: EDITED.many }, (_, index) => `/research/${publicationName(index + 1)}`),
      '/terms-of-service',
    ]);
    for (const [path, day] of Object.entries(days))
      expect(pageAt(path).document.querySelector('main time')?.getAttribute('datetime'), path).toBe(day);
  });
});

describe('/robots.txt', () => {
  it('names the sitemap and blocks nothing: a crawler that may not read a page can’t see its noindex', () => {
    expect(read('robots.txt')).toBe(`User-agent: *\nAllow: /\n\nSitemap: ${addressOf('/sitemap-index.xml')}\n`);
  });
});

describe('the metadata of a page', () => {
  const once = (page: BuiltPage, meta: string) => {
    const contents = page.metas(meta);
    expect(contents.length, `${page.path}: ${meta}`).toBe(1);
    return contents[0] ?? '';
  };

  it('has a title, a description and a canonical address that no other page has', () => {
    for (const said of [
      ({ title }: BuiltPage) => title,
      (page: BuiltPage) => once(page, 'description'),
      ({ canonical }: BuiltPage) => canonical,
    ])
      expect(new Set(built.pages.map(said)).size).toBe(built.pages.length);
  });

  it('fits where it is shown', () => {
    for (const page of built.pages) {
      // The description of a publication may be longer: its page shows it too, and it is cut where there is less room.
      const most = page.metas('article:published_time').length > 0 ? 260 : 160;
      const { length } = once(page, 'description');
      expect(length, page.path).toBeGreaterThan(20);
      expect(length, page.path).toBeLessThanOrEqual(most);
      expect(page.title.endsWith(` – ${name}`), page.path).toBe(true);
      expect(once(page, 'og:title'), page.path).toBe(page.title.slice(0, -` – ${name}`.length));
    }
  });

  it('includes its language, one main heading and the Open Graph tags', () => {
    for (const page of built.pages) {
      const { document, path, canonical } = page;
      expect(document.querySelector('html')?.getAttribute('lang'), path).toBe('en');
      expect(document.querySelectorAll('h1').length, path).toBe(1);
      expect(once(page, 'og:locale'), path).toBe('en_US');
      expect(once(page, 'og:url'), path).toBe(canonical);
      expect(built.leadsSomewhere(once(page, 'og:image')), path).toBe(true);
      expect(once(page, 'twitter:card'), path).toBe('summary_large_image');
    }
  });

  it('names the authors and the date of a publication, and of nothing else', () => {
    const articles = built.pages.filter((page) => page.metas('og:type').includes('article'));
    expect(articles.length).toBe(PUBLISHED);
    for (const page of articles) {
      const facts = page.document.querySelector('main time')?.parentNode?.text ?? '';
      expect(page.metas('author').length).toBeGreaterThan(0);
      for (const author of page.metas('author')) expect(facts).toContain(author);
      expect(once(page, 'article:published_time')).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
    for (const page of built.pages.filter((one) => !articles.includes(one)))
      expect([...page.metas('author'), ...page.metas('article:published_time')], page.path).toEqual([]);
  });
});

describe('the structured data of a page', () => {
  const texts = (page: BuiltPage) =>
    page.document.querySelectorAll('script[type="application/ld+json"]').map(({ rawText }) => rawText);
  const nodesOf = (path: string) => {
    const data = JSON.parse(texts(pageAt(path))[0] ?? '') as { '@graph': Record<string, unknown>[] };
    return Object.fromEntries(data['@graph'].map((node) => [String(node['@type']), node]));
  };

  it('follows the rules of schema.org and of Google, on every page that may be listed', async () => {
    for (const page of listed()) {
      expect(texts(page).length, page.path).toBe(1);
      for (const text of texts(page))
        expect(await structuredDataMistakes(JSON.parse(text), built.leadsSomewhere), page.path).toEqual([]);
    }
    for (const page of built.pages.filter(({ hidden }) => hidden)) expect(texts(page), page.path).toEqual([]);
  });

  it('has the types that fit the page', () => {
    const article = `/research/${EDITED.tags}`;
    expect(Object.keys(nodesOf('/'))).toEqual(['Organization', 'WebSite']);
    expect(Object.keys(nodesOf(article))).toEqual(['BreadcrumbList', 'Article', 'Organization']);
    for (const { path } of listed().filter((page) => page.path !== '/' && page.metas('author').length === 0))
      expect(Object.keys(nodesOf(path)), path).toEqual(['BreadcrumbList']);
    expect(nodesOf('/')['Organization']).toMatchObject({
      name,
      sameAs: expect.arrayContaining([EDITED.profile]) as string[],
    });
    expect(nodesOf(article)['Article']).toMatchObject({
      headline: EDITED.title,
      author: [{ '@type': 'Organization', name: 'Research team' }],
      mainEntityOfPage: pageAt(article).canonical,
    });
  });

  it('has breadcrumbs from the home page to the page itself, with the names of the pages', () => {
    for (const { path, metas } of listed().filter((page) => page.path !== '/')) {
      const { itemListElement: steps = [] } = nodesOf(path)['BreadcrumbList'] as {
        itemListElement?: { name: string; item?: string }[];
      };
      const [home, ...below] = steps;
      expect(home, path).toMatchObject({ name, item: pageAt('/').canonical });
      expect(below.at(-1)?.name, path).toBe(metas('og:title')[0]);
      for (const { name, item } of below.slice(0, -1)) {
        const above = listed().find(({ canonical }) => canonical === item);
        expect(above?.metas('og:title'), path).toEqual([name]);
        expect(path.startsWith(`${above?.path ?? '?'}/`), path).toBe(true);
      }
    }
  });

  it('needs no script hash in the CSP', () => {
    for (const page of listed()) {
      const policy = page.document.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content');
      for (const text of texts(page))
        expect(policy, page.path).not.toContain(createHash('sha256').update(text).digest('base64'));
    }
  });
});

describe('the feed', () => {
  it('follows the rules of RSS 2.0', async () => {
    const path = '/research/feed.xml';
    expect(await feedMistakes(read(path), addressOf(path), built.leadsSomewhere)).toEqual([]);
    const items = readFeed(read(path)).rss?.channel.item ?? [];
    expect(items.length).toBe(50);
    const link = pageAt('/research').document.querySelector('link[type="application/rss+xml"]');
    expect([link?.getAttribute('rel'), link?.getAttribute('href')]).toEqual(['alternate', path]);
  });
});

describe('/llms.txt', () => {
  it('has the format of llmstxt.org, and each of its links leads to an existing page or section', () => {
    const [opening = '', ...sections] = read('llms.txt').split(/^## /m);
    expect(opening).toMatch(new RegExp(`^# ${RegExp.escape(name)}\\n\\n> \\S.*\\n\\n$`));
    expect(sections.length).toBeGreaterThan(10);
    for (const section of sections) {
      const [heading, blank, ...lines] = section.trimEnd().split('\n');
      expect(heading).toMatch(/^\S/);
      expect(blank).toBe('');
      expect(lines.length, heading).toBeGreaterThan(0);
      for (const line of lines) {
        const [, address = ''] = /^- \[(?:[^[\]\\]|\\.)+\]\((https:\/\/[^\s()]+)\): \S/.exec(line) ?? [];
        expect(built.leadsSomewhere(address), line).toBe(true);
        const { pathname, hash } = new URL(address);
        if (hash) expect(pageAt(pathname).document.getElementById(hash.slice(1)), line).not.toBeNull();
      }
    }
  });
});
