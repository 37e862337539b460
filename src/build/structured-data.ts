import type { Article, BreadcrumbList, Graph, Organization, Person, Thing, WebSite } from 'schema-dts';
import { iconPath } from '../brand/icons.ts';
import { authorName, type Publication } from '../schemas/collections.ts';
import { dayOf } from '../schemas/copy.ts';
import type { Site } from '../schemas/site.ts';

/** A page and its path. */
export interface NamedPage {
  name: string;
  /** `/`, `/flow` */
  path: string;
}

/** What a page tells search engines about itself. */
export interface Described extends NamedPage {
  /** The page between the home page and this one. */
  parent?: NamedPage | undefined;
  /** The authors of the page's text, and its date of publication. */
  article?: Byline | undefined;
  /** The absolute URL of its social card. */
  picture: string;
}

/** The line above the text of an article. */
export type Byline = Pick<Publication, 'authors'> & { published: Date };

/**
 * What a page is about, for search engines: schema.org types, as Google requires them. Nodes refer to each other by id,
 * and only within the same page, because a reader of one page may not know another.
 */
export function structuredData(page: Described, site: Site): Graph {
  return { '@context': 'https://schema.org', '@graph': nodesOf(page, site) };
}

function nodesOf(page: Described, site: Site): Thing[] {
  if (page.path === '/') return [organization(site), webSite(site)];
  if (!page.article) return [breadcrumbs(page, site)];
  return [breadcrumbs(page, site), article(page, page.article, site), organization(site)];
}

const address = (path: string, site: Site) => new URL(path, site.url).href;
const organizationId = (site: Site) => address('/#organization', site);

function organization(site: Site): Organization {
  const profiles = site.social.flatMap(({ href }) => href ?? []);
  return {
    '@type': 'Organization',
    '@id': organizationId(site),
    name: site.name,
    url: address('/', site),
    logo: address(iconPath('icon-512'), site),
    email: site.email,
    telephone: site.phone,
    ...(profiles.length > 0 && { sameAs: profiles }),
  };
}

/** No SearchAction: the site has no search. */
const webSite = (site: Site): WebSite => ({
  '@type': 'WebSite',
  name: site.name,
  url: address('/', site),
  publisher: { '@id': organizationId(site) },
});

/** The last step is the page itself, which needs no URL. */
function breadcrumbs({ name, parent }: Described, site: Site): BreadcrumbList {
  const above = [{ name: site.name, path: '/' }, ...(parent ? [parent] : [])];
  const steps = [...above.map(({ name, path }) => ({ name, item: address(path, site) })), { name }];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
  };
}

const authorNode = (author: Byline['authors'][number]): Person | Organization => ({
  '@type': typeof author === 'string' ? 'Person' : 'Organization',
  name: authorName(author),
});

const article = ({ name, path, picture }: Described, { authors, published }: Byline, site: Site): Article => ({
  '@type': 'Article',
  headline: name,
  image: picture,
  datePublished: dayOf(published),
  author: authors.map(authorNode),
  publisher: { '@id': organizationId(site) },
  mainEntityOfPage: address(path, site),
});
