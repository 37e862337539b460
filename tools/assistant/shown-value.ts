import { isFields, isScalarList, lastKey, type Fields } from './fields.ts';

/** What tells of an object what it is one of. */
const KINDS: readonly string[] = ['type', 'role', 'on', 'provider'];
/** Fields whose texts are words of the provider, and no secrets. Whatever is not among them may be one. */
const HARMLESS: readonly string[] = [...KINDS, 'name', 'model', 'fallbackModels', 'voiceId', 'language', 'version'];

function shownObject(object: Fields): string {
  const [kind] = KINDS.flatMap((key) => (typeof object[key] === 'string' ? object[key] : []));
  // A function has its name one level down.
  const { name = isFields(object['function']) ? object['function']['name'] : undefined } = object;
  const words = [...(kind === undefined ? [] : [kind]), ...(typeof name === 'string' ? [JSON.stringify(name)] : [])];
  return `(${words.join(' ') || 'object'})`;
}

/**
 * What may be shown of a value that only the provider has: what it is, and numbers. Its texts, headers, addresses and
 * credentials may be secrets of the account's owner, and a plan may stand in the log of a CI.
 *
 * @param key what the value is called there
 */
export function shownForeign(value: unknown, key: string): unknown {
  if (isFields(value)) return shownObject(value);
  const isText = typeof value === 'string' || (isScalarList(value) && value.some((entry) => typeof entry === 'string'));
  if (isText) return HARMLESS.includes(key) ? value : Array.isArray(value) ? `(list of ${value.length})` : '(text)';
  if (Array.isArray(value) && !isScalarList(value)) return value.map((entry) => shownForeign(entry, key)).join(' ');
  return value;
}

/**
 * What may be shown of a value in whose place content has another. Content's fields are words that are spoken or shown;
 * only where the reports go and with what is a secret.
 */
export function shownFormer(value: unknown, path: string): unknown {
  const isServer = path === 'server' || path.startsWith('server.');
  if (!isServer && (typeof value === 'string' || isScalarList(value))) return value;
  if (path === 'server.credentialId' && value !== undefined) return '(another credential)';
  if (path === 'server.url' && typeof value === 'string' && URL.canParse(value)) return `${new URL(value).origin}/…`;
  return shownForeign(value, lastKey(path));
}
