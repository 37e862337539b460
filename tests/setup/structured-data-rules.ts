import Validator from '@adobe/structured-data-validator';

type Node = Readonly<Record<string, unknown>>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const all = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
const typeOf = (node: Node) => String(node['@type']);

/** Whether a value is valid for a property. */
type Rule = (value: unknown) => boolean;

const text: Rule = (value) => typeof value === 'string' && value.trim() === value && value !== '';
const day: Rule = (value) =>
  text(value) && /^\d{4}-\d\d-\d\d$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)));
const https: Rule = (value) => URL.canParse(String(value)) && String(value).startsWith('https://');

/**
 * What a node of each type must have, and with which values: https://schema.org, and what Google requires and
 * recommends (developers.google.com/search/docs/appearance/structured-data: organization, site-name, breadcrumb,
 * article).
 *
 * @param ours whether a value is an existing address of this site
 * @param refersTo whether a value is a reference to a node of a type on the same page
 */
const rules = (
  ours: Rule,
  refersTo: (type: string) => Rule,
): Record<string, { needs: Record<string, Rule>; may?: Record<string, Rule> }> => {
  const nodes =
    (...types: string[]): Rule =>
    (value) =>
      all(value).length > 0 && all(value).every((node) => isNode(node) && types.includes(typeOf(node)));
  return {
    Organization: {
      needs: { name: text },
      may: {
        url: ours,
        // At least 112 pixels wide and high; tests/contract/pictures.test.ts checks the icons.
        logo: (value) => ours(value) && /\/icon-512\.png$/.test(String(value)),
        email: (value) => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(String(value)),
        telephone: (value) => /^\+\d[\d ]+$/.test(String(value)),
        sameAs: (value) => Array.isArray(value) && value.length > 0 && value.every((one) => https(one) && !ours(one)),
      },
    },
    Person: { needs: { name: text } },
    WebSite: { needs: { name: text, url: ours, publisher: refersTo('Organization') } },
    BreadcrumbList: {
      needs: { itemListElement: (value) => Array.isArray(value) && value.length > 1 && nodes('ListItem')(value) },
    },
    ListItem: { needs: { position: Number.isInteger, name: text }, may: { item: ours } },
    Article: {
      needs: {
        headline: (value) => text(value) && String(value).length <= 110,
        image: (value) => ours(value) && String(value).endsWith('.png'),
        datePublished: day,
        author: nodes('Person', 'Organization'),
        publisher: refersTo('Organization'),
        mainEntityOfPage: ours,
      },
    },
  };
};

/** The nodes in a node, itself included. */
const within = (node: Node): Node[] => [
  node,
  ...Object.values(node).flatMap((value) => all(value).filter(isNode).flatMap(within)),
];
const isReference = (node: Node) => Object.keys(node).join() === '@id';

/**
 * The mistakes in the structured data of a page, one line each.
 *
 * @param data the parsed content of the page's script element
 * @param leadsSomewhere whether an address of the site exists
 */
export async function structuredDataMistakes(
  data: unknown,
  leadsSomewhere: (address: string) => boolean,
): Promise<string[]> {
  if (!isNode(data) || data['@context'] !== 'https://schema.org' || !Array.isArray(data['@graph']))
    return ['it is not a @graph in terms of https://schema.org'];
  const graph = data['@graph'].filter(isNode);
  const found = graph.flatMap(within);
  const ids = found.filter((node) => !isReference(node)).flatMap((node) => node['@id'] ?? []);
  const refersTo =
    (type: string): Rule =>
    (value) =>
      isNode(value) &&
      found.some((node) => typeOf(node) === type && node['@id'] === value['@id'] && !isReference(node));
  const known = rules((value) => leadsSomewhere(String(value)), refersTo);

  const own = found
    .filter((node) => !isReference(node))
    .flatMap((node) => {
      const type = typeOf(node);
      const rule = known[type];
      if (!rule) return [`${type} is not a type in the rules`];
      const properties = Object.entries(node).filter(([name]) => !name.startsWith('@'));
      const checks: Record<string, Rule | undefined> = { ...rule.needs, ...rule.may };
      return [
        ...Object.keys(rule.needs)
          .filter((name) => !(name in node))
          .map((name) => `${type} has no ${name}`),
        ...properties
          .filter(([name, value]) => !checks[name]?.(value))
          .map(([name, value]) => `${type}.${name} can't be ${JSON.stringify(value)}`),
      ];
    });
  const byType = Object.groupBy(graph, typeOf) as Record<string, object[]>;
  const issues = await new Validator().validate({ jsonld: structuredClone(byType) });
  return [
    ...own,
    ...(new Set(ids).size < ids.length ? ['two nodes share an id'] : []),
    ...issues.map(({ issueMessage, fieldNames }) => `${issueMessage}: ${fieldNames.join(', ')}`),
  ];
}
