import { readBody, RequestRefused } from '../request-body.ts';
import { CALLER_LEFT, type Room } from './room.ts';
import type { Speech } from './speech.ts';

/** @throws RequestRefused when the call is over */
function refuseAfterEnd({ isOver }: Room): void {
  if (isOver) throw new RequestRefused(409, 'The call is over. Begin another one.');
}

const told = () => new Response(null, { status: 204 });

/**
 * Answers a request from the caller's page. Requests and responses are JSON unless noted:
 *
 * - `GET signals`: joins the room; streams one {@link Signal} per line until the call is over; 409 for a second page
 * - `POST live`: the caller hears the agent from now on
 * - `GET greeting`: the agent's greeting as a {@link SpokenTurn}; with `?deaf` if the agent can't hear the caller
 * - `POST turns` {text}: the agent's reply as a {@link SpokenTurn}
 * - `GET speech/<number>`: a sentence as WAV
 * - `POST speech/<number>`: the page starts playing that sentence
 * - `POST pause`: the page has played the last sentence of a turn
 * - `POST typing`: the caller is typing
 * - `POST end` {reason}: ends the call, with the provider's end reason
 *
 * @param path the parts of the path after the room
 * @throws RequestRefused when a body is invalid, a turn is asked for after the call, or there is nothing at the path
 */
export async function answerInRoom(
  room: Room,
  speech: Speech,
  request: Request,
  [what = '', which = '']: readonly string[],
): Promise<Response> {
  const index = /^\d+$/.test(which) ? Number(which) : -1;
  switch (`${request.method} ${what}`) {
    case 'GET signals': {
      const signals = room.join(request.signal);
      return signals
        ? new Response(signals, { headers: { 'content-type': 'application/x-ndjson' } })
        : Response.json({ message: 'This room is taken.' }, { status: 409 });
    }
    case 'POST live':
      room.goLive();
      return told();
    case 'GET greeting':
      refuseAfterEnd(room);
      return Response.json(room.greet(new URL(request.url).searchParams.has('deaf')));
    case 'POST turns': {
      const { text } = await readBody(request);
      refuseAfterEnd(room);
      return Response.json(await room.reply(typeof text === 'string' ? text : ''));
    }
    case 'GET speech': {
      const sentence = room.sentence(index);
      if (sentence === undefined) break;
      return new Response(await speech.speak(sentence), { headers: { 'content-type': 'audio/wav' } });
    }
    case 'POST speech':
      room.speak(index);
      return told();
    case 'POST pause':
      room.pause();
      return told();
    case 'POST typing':
      room.wait();
      return told();
    case 'POST end': {
      const { reason } = await readBody(request);
      room.end(typeof reason === 'string' ? reason : CALLER_LEFT);
      return told();
    }
  }
  throw new RequestRefused(404, 'A call has nothing at this path.');
}
