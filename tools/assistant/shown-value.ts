import { isFields, isScalarList, lastKey, type Fields } from './fields.ts';

/** The fields that say what kind of object it is. */
const KINDS: readonly string[] = ['type', 'role', 'on', 'provider'];
/** Fields whose texts are the provider's terms, never secrets. Any other field may be secret. */
const HARMLESS: readonly string[] = [...KINDS, 'name', 'model', 'fallbackModels', 'voiceId', 'language', 'version'];

function shownObject(object: Fields): string {
  const [kind] = KINDS.flatMap((key) => (typeof object[key] === 'string' ? object[key] : []));
  // The name of a function is one level down.
  const { name = isFields(object['function']) ? object['function']['name'] : undefined } = object;
  const words = [...(kind === undefined ? [] : [kind]), ...(typeof name === 'string' ? [JSON.stringify(name)] : [])];
  return `(${words.join(' ') || 'object'})`;
}

/**
 * What may be shown of a value that only the provider has: its kind, and numbers. Its texts, headers, addresses and
 * credentials may be secrets of the account's owner, and a plan may end up in a CI log.
 *
 * @param key the provider's name for the value
 */
export function shownForeign(value: unknown, key: string): unknown {
  if (isFields(value)) return shownObject(value);
  const isText = typeof value === 'string' || (isScalarList(value) && value.some((entry) => typeof entry === 'string'));
  if (isText) return HARMLESS.includes(key) ? value : Array.isArray(value) ? `(list of ${value.length})` : '(text)';
  if (Array.isArray(value) && !isScalarList(value)) return value.map((entry) => shownForeign(entry, key)).join(' ');
  return value;
}

/** The server of the reports, and messages after the system message: only the code of this command sets these. */
const NOT_CONTENT = /^(?:server|model\.messages\.[1-9]\d*)(?:\.|$)/;

/**
 * What may be shown of a value that this command replaces. Content's fields are spoken or shown anyway; others may be
 * secret.
 */
export function shownFormer(value: unknown, path: string): unknown {
  if (!NOT_CONTENT.test(path) && (typeof value === 'string' || isScalarList(value))) return value;
  if (path === 'server.credentialId' && value !== undefined) return '(another credential)';
  if (path === 'server.url' && typeof value === 'string' && URL.canParse(value)) return `${new URL(value).origin}/…`;
  return shownForeign(value, lastKey(path));
}
