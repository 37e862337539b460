import { RestRefusal } from './refusal.ts';

type Kind = 'string' | 'boolean' | 'number';

/** The fields of a body, by their names. Those with an exclamation mark must be there. */
export type Fields = Readonly<Record<string, Kind | `${Kind}!`>>;

const invalid = (problem: string) => new RestRefusal(422, `Invalid request.\n\n${problem}`);

/**
 * Checks the fields of a body. GitHub ignores none, so a misspelt one must not pass here.
 *
 * @throws RestRefusal for a field that is unknown, missing, or of another kind
 */
export function checkFields(body: Record<string, unknown>, fields: Fields): void {
  const missing = Object.entries(fields)
    .filter(([name, kind]) => kind.endsWith('!') && body[name] === undefined)
    .map(([name]) => `"${name}"`);
  if (missing.length > 0) throw invalid(`${missing.join(', ')} ${missing.length > 1 ? "weren't" : "wasn't"} supplied.`);
  for (const [name, value] of Object.entries(body)) {
    const kind = Object.hasOwn(fields, name) ? fields[name]?.replace('!', '') : undefined;
    if (kind === undefined) throw invalid(`"${name}" is not a permitted key.`);
    if (value !== null && typeof value !== kind)
      throw invalid(`For 'properties/${name}', ${JSON.stringify(value)} is not a ${kind}.`);
  }
}

/**
 * Checks the names of an address's parameters. GitHub ignores unknown ones, and so gives another answer than was meant.
 *
 * @throws RestRefusal for one that is unknown
 */
export function checkParameters(parameters: URLSearchParams, ...names: readonly string[]): void {
  const unknown = [...parameters.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalid(`"${unknown}" is not a permitted key.`);
}

/** The names of the parameters of a list that has pages. */
export const PAGES = ['page', 'per_page'] as const;

/** Where a part of a list is. */
export interface Page {
  from: number;
  to: number;
  /** The Link header, '' if there is one page only. */
  link: (count: number) => string;
}

/** The part of a list that an address asks for. */
export function pageOf(url: URL, usual = 30, most = 100): Page {
  const number = (name: string, otherwise: number) => {
    const value = Number(url.searchParams.get(name) ?? otherwise);
    return Number.isInteger(value) && value > 0 ? value : otherwise;
  };
  const size = Math.min(number('per_page', usual), most);
  const page = number('page', 1);
  return {
    from: (page - 1) * size,
    to: page * size,
    link(count) {
      const last = Math.ceil(count / size);
      const to = (number: number, rel: string) => {
        const address = new URL(url);
        address.searchParams.set('page', String(number));
        return `<${address.href}>; rel="${rel}"`;
      };
      const links = [
        ...(page > 1 ? [to(page - 1, 'prev'), to(1, 'first')] : []),
        ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
      ];
      return links.join(', ');
    },
  };
}
