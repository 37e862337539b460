import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useState } from 'react';
import type { Person } from '../../../video/meeting.ts';
import { Icon } from '../icons.tsx';
import { $call, meeting } from '../meeting.ts';
import { isHost } from '../visit.ts';
import { fill } from '../format.ts';
import { nameOf } from '../words.ts';

const { call, people: words, quality } = copy;

/** Who is in the call, and for the host, what can be done about it. */
export function People() {
  const { people } = useStore($call);
  return (
    <ul className="people">
      {people.map((person) => (
        <PersonRow key={person.id} person={person} />
      ))}
    </ul>
  );
}

function PersonRow({ person }: { person: Person }) {
  const name = nameOf(person);
  const facts = [
    person.host && call.host,
    !person.audio && call.muted,
    !person.video && call.cameraIsOff,
    person.screen && call.sharing,
    quality[person.quality],
  ].filter(Boolean);
  return (
    <li>
      <div>
        <p className="font-semibold">
          {name} {person.local && <span className="font-normal text-soft">({call.you})</span>}
        </p>
        <p className="text-xs text-soft">{facts.join(' · ')}</p>
      </div>
      {isHost() && !person.local && <HostButtons person={person} name={name} />}
    </li>
  );
}

/** A removal is asked about once: it is next to a button that is pressed often. */
function HostButtons({ person: { id, audio }, name }: { person: Person; name: string }) {
  const [asks, setAsks] = useState(false);
  if (asks)
    return (
      <div className="row-buttons" role="group" aria-label={fill(words.remove, { name })}>
        <button
          type="button"
          className="button button-danger button-small"
          autoFocus
          onClick={() => meeting.remove(id)}
        >
          {words.removeNow}
        </button>
        <button type="button" className="button button-quiet button-small" onClick={() => setAsks(false)}>
          {words.keep}
        </button>
      </div>
    );
  return (
    <div className="row-buttons">
      {audio && (
        <button
          type="button"
          className="icon-button"
          aria-label={fill(words.mute, { name })}
          title={fill(words.mute, { name })}
          onClick={() => meeting.mute(id)}
        >
          <Icon name="microphone-off" />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={fill(words.remove, { name })}
        title={fill(words.remove, { name })}
        onClick={() => setAsks(true)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
