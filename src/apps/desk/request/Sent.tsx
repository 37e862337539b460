import { RESUME_TYPES } from '../../../backend/resume.ts';
import type { Detail } from '../shapes.ts';
import { plainLine } from '../../../backend/text-rules.ts';
import { exactly, inZone } from '../time.ts';
import { factsOf, originOf, type Fact } from './facts.ts';
import { labels } from './labels.ts';
import { Resume } from './Resume.tsx';

/** Everything that the visitor sent, as text: nothing in it is a link or has an effect. */
export function Sent({ detail }: { detail: Detail }) {
  const { entry, request } = detail;
  const { facts, texts } = factsOf(entry.kind, request, labels);
  const asked = entry.kind === 'demo_bookings' ? timesOf(request) : [];
  const hasResume = Object.keys(RESUME_TYPES).includes(String(request['resume_extension']));
  return (
    <section className="grid gap-6" aria-label="What was sent">
      <List facts={[...facts, ...asked]} />
      {texts.map(([label, text]) => (
        <div key={label} className="grid gap-1">
          <h3 className="label text-soft">{label}</h3>
          <p className="typed">{text}</p>
        </div>
      ))}
      {hasResume && <Resume detail={detail} />}
      {entry.dead && <Undelivered request={request} />}
    </section>
  );
}

/** The time that was asked for, where we are and where the visitor is. */
function timesOf(request: Detail['request']): Fact[] {
  const startsAt = String(request['starts_at'] ?? '');
  const zone = String(request['time_zone'] ?? '');
  return [
    ['Asked for', exactly(startsAt)],
    [labels.booking.theirTime, inZone(startsAt, zone) ?? plainLine(zone)],
  ];
}

function List({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-soft">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Where it came from. */
export const Origin = ({ request }: Pick<Detail, 'request'>) => <List facts={originOf(request, labels)} />;

/** Why the team was not mailed. */
const Undelivered = ({ request }: { request: Detail['request'] }) => (
  <p className="notice text-sm">
    The team could not be mailed about this request
    {request['failure'] ? `: ${String(request['failure'])}` : ''}.
  </p>
);
