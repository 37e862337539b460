import words from 'copy:call-labels';
import { ownValue } from '../../../lib/own-value.ts';
import type { Call } from '../shapes.ts';
import { Time } from '../shell/Time.tsx';
import { lengthOf } from '../time.ts';
import { turnsOf } from './transcript.ts';

const { labels, ended, silent } = words;

/** How a call ended, in our words if we have some. */
export const endingOf = (reason: string): string => ownValue<string>(ended, reason) ?? (reason || 'Not reported');

/** As many as desk_request returns. */
const MOST = 20;

/** The calls of a request. A lead without one only pressed Start Call. */
export function Calls({ kind, calls }: { kind: string; calls: readonly Call[] }) {
  if (kind !== 'voice_leads' && kind !== 'voice_calls') return null;
  if (calls.length === 0)
    return <p className="text-soft">No report of a call has arrived yet. It comes a few minutes after the call.</p>;
  const rest = calls.length >= MOST && <p className="text-soft">These are the newest {MOST} calls.</p>;
  const sections = calls.map((call, index) => (
    <section key={call.id} className="grid gap-4" aria-label={calls.length > 1 ? `Call ${index + 1}` : 'The call'}>
      <h3 className="text-lg">{calls.length > 1 ? `Call ${index + 1}` : 'The call'}</h3>
      <dl className="facts">
        <div>
          <dt className="text-soft">When</dt>
          <dd>
            <Time iso={call.started_at ?? call.created_at} />
          </dd>
        </div>
        {call.end_reason !== 'no-report' && (
          <div>
            <dt className="text-soft">{labels.length}</dt>
            <dd>{lengthOf(call.duration_s)}</dd>
          </div>
        )}
        <div>
          <dt className="text-soft">{labels.ended}</dt>
          <dd>{endingOf(call.end_reason)}</dd>
        </div>
        <Recording url={call.recording_url} />
      </dl>
      {call.outcome && (
        <div className="grid gap-1">
          <h4 className="label text-soft">{labels.outcome}</h4>
          {/* Words can be chosen to fill a line, but not to add one. */}
          <p className="typed">{call.outcome.replaceAll('\n', '\n\n')}</p>
        </div>
      )}
      {call.summary && (
        <div className="grid gap-1">
          <h4 className="label text-soft">{labels.summary}</h4>
          <p className="typed">{call.summary}</p>
        </div>
      )}
      {call.end_reason !== 'no-report' && <Transcript transcript={call.transcript} />}
    </section>
  ));
  return (
    <>
      {rest}
      {sections}
    </>
  );
}

/** A recording is where the provider keeps it. Only a report can name it, and only with https (call-report.ts). */
function Recording({ url }: { url: string }) {
  if (!url.startsWith('https://') || !URL.canParse(url)) return null;
  return (
    <div>
      <dt className="text-soft">{labels.recording}</dt>
      <dd>
        <a href={url} target="_blank" rel="noreferrer">
          Listen at {new URL(url).host}
        </a>
      </dd>
    </div>
  );
}

function Transcript({ transcript }: { transcript: string }) {
  const turns = turnsOf(transcript);
  return (
    <div className="grid gap-2">
      <h4 className="label text-soft">{labels.transcript}</h4>
      {turns.length === 0 && <p className="text-soft">{silent}</p>}
      <div className="turns">
        {turns.map(({ speaker, text }, index) => (
          <p key={index} className="turn" data-speaker={speaker}>
            {speaker && <b>{speaker === 'agent' ? 'Agent' : 'Visitor'}: </b>}
            {text}
          </p>
        ))}
      </div>
    </div>
  );
}
