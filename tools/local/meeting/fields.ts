/** What Daily says of a request that it refuses. */
export class DailyRefusal extends Error {
  readonly status: 400 | 401 | 404;
  readonly error: string;

  constructor(status: DailyRefusal['status'], error: string, info: string) {
    super(info);
    this.name = 'DailyRefusal';
    this.status = status;
    this.error = error;
  }
}

export const invalid = (info: string): DailyRefusal => new DailyRefusal(400, 'invalid-request-error', info);

type Kind = 'boolean' | 'whole number' | 'number' | 'string' | 'object';

const IS: Record<Kind, (value: unknown) => boolean> = {
  boolean: (value) => typeof value === 'boolean',
  'whole number': Number.isSafeInteger,
  number: Number.isFinite,
  string: (value) => typeof value === 'string',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** The kinds of an object's fields, by their names. */
export type Fields = Record<string, Kind>;

const named = (kind: Kind, ...names: string[]): Fields => Object.fromEntries(names.map((name) => [name, kind]));

export const ROOM_FIELDS: Fields = { name: 'string', privacy: 'string', properties: 'object' };

/** The properties of a room that Daily documents and this product could have a use for. */
export const ROOM_PROPERTIES: Fields = {
  ...named('whole number', 'nbf', 'exp', 'max_participants', 'eject_after_elapsed'),
  ...named('boolean', 'eject_at_room_exp', 'enable_knocking', 'enable_chat', 'enable_screenshare'),
  ...named('boolean', 'start_video_off', 'start_audio_off', 'owner_only_broadcast', 'enforce_unique_user_ids'),
  ...named('boolean', 'enable_people_ui', 'enable_prejoin_ui', 'enable_network_ui', 'enable_mesh_sfu'),
  ...named('string', 'lang', 'geo', 'enable_recording'),
  sfu_switchover: 'number',
  permissions: 'object',
};

export const TOKEN_PROPERTIES: Fields = {
  ...named('whole number', 'nbf', 'exp', 'eject_after_elapsed'),
  ...named('boolean', 'is_owner', 'eject_at_token_exp', 'start_video_off', 'start_audio_off', 'enable_screenshare'),
  ...named('string', 'room_name', 'user_name', 'user_id'),
  permissions: 'object',
};

/**
 * Checks an object's fields. The real API ignores none, so a misspelt one must not pass here.
 *
 * @throws DailyRefusal for a field that is unknown, or holds a value of another kind
 */
export function checkFields(object: Record<string, unknown>, fields: Fields, where = ''): void {
  for (const [name, value] of Object.entries(object)) {
    const kind = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (!kind) throw invalid(`unknown parameter '${where}${name}'`);
    if (!IS[kind](value)) throw invalid(`'${where}${name}' must be a ${kind}`);
  }
}
