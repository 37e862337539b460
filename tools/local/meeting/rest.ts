import { randomUUID } from 'node:crypto';
import { readBody, RequestRefused } from '../request-body.ts';
import {
  checkFields,
  DailyRefusal,
  invalid,
  ROOM_FIELDS,
  ROOM_PROPERTIES,
  TOKEN_PROPERTIES,
  type Fields,
} from './fields.ts';
import { makeToken } from './tokens.ts';

/** A room as Daily describes it. */
export interface Room {
  id: string;
  name: string;
  api_created: true;
  privacy: 'public' | 'private';
  url: string;
  created_at: string;
  config: RoomConfig;
}

/** The properties that the local rooms act on. Times are in epoch seconds. */
export interface RoomConfig extends Record<string, unknown> {
  nbf?: number;
  exp?: number;
  eject_at_room_exp?: boolean;
  max_participants?: number;
  enable_knocking?: boolean;
}

/** What is told of a room that has changed; without `room`, it was deleted. */
export type OnChange = (name: string, room: Room | undefined) => void;

/** Daily allows 128 characters of these. */
const NAME = /^[\w-]{1,128}$/;
/** Would hide the API itself. */
const RESERVED = 'v1';

const notFound = (name: string) => new DailyRefusal(404, 'not-found', `room ${name} not found`);

/** @throws DailyRefusal when it is none */
function isPrivacy(privacy: unknown): privacy is Room['privacy'] {
  if (privacy !== 'public' && privacy !== 'private') throw invalid("'privacy' must be 'public' or 'private'");
  return true;
}

/** The fields of a body and of its properties. */
const FIELDS: Record<string, [Fields, Fields]> = {
  rooms: [ROOM_FIELDS, ROOM_PROPERTIES],
  'meeting-tokens': [{ properties: 'object' }, TOKEN_PROPERTIES],
};

const asObject = (value: unknown) => (value ?? {}) as Record<string, unknown>;

/**
 * Daily's REST API for rooms and tokens, as far as this product uses it.
 *
 * @param url where the rooms are
 */
export function openRest(url: string, apiKey: string, onChange: OnChange) {
  const rooms = new Map<string, Room>();

  function write(room: Room, { privacy, properties }: Record<string, unknown>): Room {
    const changed: Room = {
      ...room,
      ...(privacy !== undefined && isPrivacy(privacy) && { privacy }),
      config: { ...room.config, ...asObject(properties) },
    };
    rooms.set(room.name, changed);
    onChange(room.name, changed);
    return changed;
  }

  function makeRoom(body: Record<string, unknown>): Room {
    const { name = randomUUID() } = body as { name?: string };
    if (!NAME.test(name) || name === RESERVED) throw invalid(`'${name}' can't be a room's name`);
    if (rooms.has(name)) throw invalid(`a room named ${name} already exists`);
    const made = { id: randomUUID(), name, api_created: true, privacy: 'public', url: `${url}/${name}` } as const;
    return write({ ...made, created_at: new Date().toISOString(), config: {} }, body);
  }

  /** @throws DailyRefusal when the request is not for one of the calls, or not in its form */
  async function call(request: Request, [what = '', name, ...rest]: readonly string[]): Promise<object> {
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`)
      throw new DailyRefusal(401, 'authentication-error', 'the API key is missing or wrong');
    const path = `${request.method} ${what}${name === undefined ? '' : '/'}`;
    const room = rooms.get(name ?? '');
    if (rest.length > 0) throw new DailyRefusal(404, 'not-found', 'there is nothing at this path');
    if (name !== undefined && what === 'rooms' && !room) throw notFound(name);
    const read = async () => {
      const body = await readBody(request);
      const [fields, properties] = FIELDS[what] ?? [{}, {}];
      checkFields(body, fields);
      checkFields(asObject(body['properties']), properties, 'properties.');
      return body;
    };
    switch (path) {
      case 'POST rooms':
        return makeRoom(await read());
      case 'GET rooms/':
        if (room) return room;
        break;
      case 'POST rooms/': {
        const body = await read();
        if ('name' in body) throw invalid("a room's name can't be changed");
        if (room) return write(room, body);
        break;
      }
      case 'DELETE rooms/':
        rooms.delete(name ?? '');
        onChange(name ?? '', undefined);
        return { deleted: true, name };
      case 'POST meeting-tokens':
        return { token: makeToken(asObject((await read())['properties']), apiKey) };
    }
    throw new DailyRefusal(404, 'not-found', 'there is nothing at this path');
  }

  return {
    /** @param path its parts after the version */
    async answer(request: Request, path: readonly string[]): Promise<Response> {
      try {
        return Response.json(await call(request, path));
      } catch (error) {
        const refusal = error instanceof RequestRefused ? invalid(error.message) : error;
        if (!(refusal instanceof DailyRefusal)) throw error;
        return Response.json({ error: refusal.error, info: refusal.message }, { status: refusal.status });
      }
    },
  };
}
