import { readBody } from '../request-body.ts';
import { REASONS } from './admission.ts';
import { checked, entering, telling } from './bodies.ts';
import { openMeeting, type Meeting } from './meeting.ts';
import { openRest } from './rest.ts';
import { LOST, type Down } from './signals.ts';

/** How often rooms look at the time (milliseconds). */
const TICK_MS = 1000;

const lines = (body: BodyInit) => new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
const taken = () => new Response(null, { status: 204 });

/**
 * The rooms of one server, with the API that makes them.
 *
 * @param url where they are
 */
export function openRooms(url: string, apiKey: string) {
  const meetings = new Map<string, Meeting>();
  const rest = openRest(url, apiKey, (name, room) => {
    const meeting = meetings.get(name);
    if (meeting) meeting.configure(room);
    else if (room) meetings.set(name, openMeeting(room, apiKey));
    if (!room) meetings.delete(name);
  });
  const ticking = setInterval(() => meetings.forEach((meeting) => meeting.tick()), TICK_MS);

  return {
    answerApi: (request: Request, path: readonly string[]) => rest.answer(request, path),
    /**
     * Answers a page's machine. Bodies are JSON:
     *
     * - `POST enter` {@link entering}: who the page is from now on
     * - `GET signals?id=&key=&after=`: what the room tells it, one JSON text or nothing per line
     * - `POST messages` {@link telling}: what it tells the room
     *
     * @throws RequestRefused for a body that is not one of these
     */
    async answerPage(request: Request, name: string, what: string): Promise<Response> {
      const meeting = meetings.get(name);
      switch (`${request.method} ${what}`) {
        case 'POST enter': {
          const body = checked(entering, await readBody(request));
          return Response.json(meeting ? meeting.enter(body) : { refused: REASONS.noRoom });
        }
        case 'GET signals': {
          const asked = new URL(request.url).searchParams;
          const [id = '', key = '', after] = ['id', 'key', 'after'].map((field) => asked.get(field) ?? '');
          const signals = meeting?.listen(id, key, Number(after), request.signal);
          return lines(signals ?? `${JSON.stringify({ over: LOST } satisfies Down)}\n`);
        }
        case 'POST messages': {
          const { id, key, first, messages } = checked(telling, await readBody(request));
          // An error would be in the console of somebody who was removed.
          meeting?.take(id, key, first, messages);
          return taken();
        }
      }
      return new Response('Not found', { status: 404 });
    },
    close() {
      clearInterval(ticking);
      for (const meeting of meetings.values()) meeting.end(LOST);
    },
  };
}
