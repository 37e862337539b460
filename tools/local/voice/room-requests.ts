import { readBody } from './request-body.ts';
import { CALLER_LEFT, type Room } from './room.ts';
import type { Speech } from './speech.ts';

const told = () => new Response(null, { status: 204 });

/**
 * Answers a page that is in a call, or wants to be. Bodies and answers are JSON:
 *
 * - `GET signals`: joins the room; a {@link Signal} a line for as long as the call is on, 409 for whoever comes second
 * - `POST live`: the caller hears the agent
 * - `GET greeting`, with `?deaf` where the caller can only be read, and `POST turns` {text}: a {@link SpokenTurn}
 * - `GET speech/<number>`: a sentence as WAV
 * - `POST speech/<number>`: it begins to be heard; `POST pause`: the last one of a turn was heard
 * - `POST end` {reason}: the call is over, for a reason in the provider's words
 *
 * @param path the parts of the path after the room
 * @throws RequestRefused when a body can't be taken
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
        : Response.json({ message: 'Somebody is in this room.' }, { status: 409 });
    }
    case 'POST live':
      room.goLive();
      return told();
    case 'GET greeting':
      return Response.json(room.greet(new URL(request.url).searchParams.has('deaf')));
    case 'POST turns': {
      const { text } = await readBody(request);
      return Response.json(room.reply(typeof text === 'string' ? text : ''));
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
    case 'POST end': {
      const { reason } = await readBody(request);
      room.end(typeof reason === 'string' ? reason : CALLER_LEFT);
      return told();
    }
  }
  return new Response('Not found', { status: 404 });
}
