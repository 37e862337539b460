import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { printError } from '../../../src/lib/fault.ts';
import { isOwnHost } from '../../local/own-host.ts';
import { RefusedError } from '../../../src/editing/core/refused-error.ts';
import { editSession } from '../page/session.ts';
import type { Outcome, Question, Questions } from '../../../src/editing/protocol.ts';
import { entry, list } from './entries.ts';
import { lastSaves } from './history.ts';
import { storePicture } from './pictures.ts';
import { proposal, propose } from './proposal.ts';
import { QuestionError } from './question-error.ts';
import type { Site } from './render-check.ts';
import { create, remove, save, undo } from './save.ts';

/** The prefix of all endpoints. */
export const ROUTE = '/_edit/';
const LARGEST_BYTES = 24 * 1024 * 1024;

const isSame = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * Accepts only requests from pages of this site on this machine: they send their origin and the token from their HTML,
 * and use a local host name. A public name that resolves to this machine is rejected (DNS rebinding).
 *
 * @throws QuestionError for all other requests
 */
function checkAsker(request: IncomingMessage): void {
  const { host = '', origin, 'x-edit-token': token, 'content-type': type } = request.headers;
  const refuse = (message: string) => new QuestionError(message, 403);
  if (!isOwnHost(host)) throw refuse('The editor only works on this machine.');
  if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? ''))
    throw refuse('The editor only works on this machine.');
  if (origin !== `http://${host}`) throw refuse('The editor only accepts requests from pages of this site.');
  if (typeof token !== 'string' || !isSame(token, editSession().token))
    throw refuse('This page is older than the dev server. Reload it; what you typed is kept.');
  if (request.method !== 'POST' || type !== 'application/json') throw new QuestionError('Use POST with JSON.', 405);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > LARGEST_BYTES) throw new QuestionError('The request is too large.', 413);
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as unknown;
  } catch {
    throw new QuestionError('The request is not valid JSON.');
  }
}

type Answers = { [Name in Question]: (question: Questions[Name]['question']) => unknown };

/** How many results are kept for pages that were reloaded in the meantime. */
const ENDS = 50;

function answersOf(site: Site): Answers {
  const ends = new Map<string, Promise<Outcome>>();
  let last: Promise<unknown> = Promise.resolve();
  /** Runs requests one at a time, so that each sees the file as the previous one left it. */
  const inTurn =
    <Asked extends { id: string }>(work: (site: Site, asked: Asked) => Promise<Outcome>) =>
    (asked: Asked): Promise<Outcome> => {
      // A request that is repeated after a lost response is not run again.
      const begun = ends.get(asked.id);
      if (begun) return begun;
      const end = last.then(
        () => work(site, asked),
        () => work(site, asked),
      );
      last = end;
      ends.set(asked.id, end);
      for (const id of [...ends.keys()].slice(0, -ENDS)) ends.delete(id);
      return end;
    };
  return {
    list,
    entry: ({ file }) => entry(file),
    save: inTurn(save),
    outcome: ({ id }) => ends.get(id) ?? null,
    create: inTurn(create),
    delete: inTurn(remove),
    picture: storePicture,
    saves: lastSaves,
    undo: inTurn(undo),
    proposal,
    propose,
  };
}

/** Handles the editor's requests. */
export function editRoutes(site: Site): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answers = answersOf(site);
  return async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    try {
      checkAsker(request);
      const name = (request.url ?? '').slice(ROUTE.length);
      if (!Object.hasOwn(answers, name)) throw new QuestionError('The editor has no such endpoint.', 404);
      const answer = answers[name as Question] as (question: unknown) => unknown;
      send(200, await answer(await bodyOf(request)));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (error instanceof QuestionError) {
        send(error.status, { message });
        return;
      }
      // A file that can't be parsed.
      if (error instanceof RefusedError) {
        send(409, { message });
        return;
      }
      printError(error);
      send(500, { message });
    }
  };
}
