import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { Picture, useSize } from '../Media.tsx';
import { $call } from '../meeting.ts';
import { isHost } from '../visit.ts';
import { fill } from '../format.ts';
import { nameOf } from '../words.ts';
import { fitTiles } from './layout.ts';
import { Tile } from './Tile.tsx';

/** Between tiles; also in call.css (pixels). */
const GAP = 8;

/**
 * Everybody's tiles, as large as they fit. One or two people: the other one fills the stage, with one's own picture in a
 * corner. A shared screen: the people are beside or below it.
 */
export function Stage() {
  const { people, activeSpeaker } = useStore($call);
  const [area, size] = useSize<HTMLUListElement>();
  const presenter = people.find(({ screen, local, tracks }) => screen && !local && tracks.screen);
  const form = presenter ? 'screen' : people.length <= 2 ? 'pair' : 'tiles';
  const shown = form === 'pair' ? people.toReversed() : people;
  const fitted = form === 'pair' ? undefined : fitTiles(people.length, size, GAP);
  return (
    <div className="stage" data-form={form}>
      {presenter?.tracks.screen && (
        <figure className="shared-screen">
          <Picture track={presenter.tracks.screen} label={fill(copy.call.screenOf, { name: nameOf(presenter) })} />
          <figcaption className="tile-name">{fill(copy.call.screenOf, { name: nameOf(presenter) })}</figcaption>
        </figure>
      )}
      <ul ref={area} className="tiles" aria-label={copy.call.people}>
        {shown.map((person) => (
          <Tile key={person.id} person={person} speaks={person.id === activeSpeaker} size={fitted} />
        ))}
      </ul>
      {people.length === 1 && <p className="stage-note">{isHost() ? copy.call.aloneHost : copy.call.alone}</p>}
    </div>
  );
}
