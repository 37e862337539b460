import type { IncomingMessage, ServerResponse } from 'node:http';
import { printError } from '../../../src/lib/fault.ts';
import { makeTurns } from '../../../src/lib/in-turn.ts';
import { isOwnHost } from '../../local/own-host.ts';
import { PROOF_PATH } from '../../local/proof.ts';
import { list } from '../../../src/editing/files/entries.ts';
import { RefusedError } from '../../../src/editing/core/refused-error.ts';
import type { Outcome, Question, Questions } from '../../../src/editing/protocol.ts';
import type { Access } from './access.ts';
import { checkedSite } from './checked-site.ts';
import { onDisk } from './disk.ts';
import { draftKeeper, keptDrafts } from './drafts.ts';
import { lastSaves } from './history.ts';
import { OPEN_PAGE, OPEN_PAGE_HEADERS } from './open-page.ts';
import { storePicture } from './pictures.ts';
import { findMistakes } from './page-mistakes.ts';
import { proposal, propose } from './proposal.ts';
import { QuestionError } from '../../../src/editing/files/question-error.ts';
import { checkQuestion, isQuestion, secretIn } from './questions.ts';
import type { Site } from './render-check.ts';
import { create, entryBefore, remove, save, undo, type Server } from './save.ts';
import { shownMails } from './shown-mails.ts';

/** The prefix of all endpoints. */
export const ROUTE = '/_edit/';
/** Where the redirect file leads, and where the secret in it is exchanged. */
const OPEN = 'open';
const PROOF = ROUTE.slice(0, -1) + PROOF_PATH;
/** A picture. */
const LARGEST_BYTES = 24 * 1024 * 1024;
/** What is read of a request from somebody who has no session. */
const LARGEST_SECRET_BYTES = 1024;

/**
 * Accepts only requests that a page of this site can send, on this machine, under a local host name. A public name that
 * resolves to this machine is rejected (DNS rebinding).
 *
 * @throws QuestionError for all other requests
 */
function checkOrigin(request: IncomingMessage): void {
  const { host = '', origin, 'content-type': type } = request.headers;
  const refuse = (message: string) => new QuestionError(message, 403);
  if (!isOwnHost(host)) throw refuse('The editor only works on this machine.');
  if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? ''))
    throw refuse('The editor only works on this machine.');
  if (origin !== `http://${host}`) throw refuse('The editor only accepts requests from pages of this site.');
  if (request.method !== 'POST' || type !== 'application/json') throw new QuestionError('Use POST with JSON.', 405);
}

async function bodyOf(request: IncomingMessage, largestBytes = LARGEST_BYTES): Promise<unknown> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > largestBytes) throw new QuestionError('The request is too large.', 413);
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
  const pages = checkedSite(site);
  const ends = new Map<string, Promise<Outcome>>();
  // Each request sees the files as the previous one left them.
  const inTurn = makeTurns();
  const once =
    <Asked extends { id: string }>(work: (server: Server, asked: Asked) => Promise<Outcome>) =>
    (asked: Asked): Promise<Outcome> => {
      // A request that is repeated after a lost response is not run again.
      const begun = ends.get(asked.id);
      if (begun) return begun;
      const end = inTurn(() => work({ site, pages }, asked));
      ends.set(asked.id, end);
      for (const id of [...ends.keys()].slice(0, -ENDS)) ends.delete(id);
      return end;
    };
  return {
    list() {
      // So that the first save doesn't have to wait for all pages. What fails here is reported then.
      inTurn(() => pages.read()).catch(() => undefined);
      return list(onDisk);
    },
    entry: ({ file }) => entryBefore(file),
    save: once(save),
    outcome: ({ id }) => ends.get(id) ?? null,
    drafts: keptDrafts,
    draft: draftKeeper(),
    create: once(create),
    delete: once(remove),
    async picture(asked) {
      const stored = await storePicture(asked);
      await site.serve(stored.address);
      return stored;
    },
    mails: ({ file, data }) => shownMails(file, data),
    saves: lastSaves,
    undo: once(undo),
    proposal,
    propose: (asked) => inTurn(() => propose(asked, () => findMistakes(pages))),
  };
}

/** Handles the editor's requests. */
export function editRoutes(
  site: Site,
  access: Access,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const answers = answersOf(site);
  async function answer(request: IncomingMessage): Promise<unknown> {
    checkOrigin(request);
    const name = (request.url ?? '').slice(ROUTE.length);
    if (name === OPEN) return { session: access.open(secretIn(await bodyOf(request, LARGEST_SECRET_BYTES))) };
    const { 'x-edit-session': session } = request.headers;
    access.check(typeof session === 'string' ? session : undefined);
    if (!isQuestion(name)) throw new QuestionError('The editor has no such endpoint.', 404);
    const question = checkQuestion(name, await bodyOf(request));
    return (answers[name] as (question: unknown) => unknown)(question);
  }
  return async (request, response) => {
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      response.end(JSON.stringify(body));
    };
    if (request.method === 'GET' && request.url === ROUTE + OPEN) {
      response.writeHead(200, OPEN_PAGE_HEADERS).end(OPEN_PAGE);
      return;
    }
    if (request.method === 'GET' && request.url?.startsWith(PROOF)) {
      response.end(access.prove(request.url.slice(PROOF.length)));
      return;
    }
    try {
      send(200, await answer(request));
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
