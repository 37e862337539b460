import copy from 'copy:meeting';
import type { Person } from '../../../video/meeting.ts';
import { Icon } from '../icons.tsx';
import { Level, Picture } from '../Media.tsx';
import { initialsOf } from '../format.ts';
import { nameOf } from '../words.ts';
import { HostMark } from './HostMark.tsx';
import type { Size } from './layout.ts';

const { call, quality } = copy;

interface Props {
  person: Person;
  speaks: boolean;
  /** In pixels; the style sheet decides without it. */
  size?: Size | undefined;
}

/** Somebody in the call: the picture, or the initials where there is none, and below it who it is. */
export function Tile({ person, speaks, size }: Props) {
  const name = nameOf(person);
  const track = person.video ? person.tracks.video : undefined;
  return (
    <li
      className="tile"
      data-speaks={(speaks && person.audio) || undefined}
      data-local={person.local || undefined}
      style={size}
    >
      {track ? (
        <Picture track={track} mirrored={person.local} label={name} />
      ) : (
        <div className="tile-off">
          <span className="avatar" aria-hidden="true">
            {initialsOf(name)}
          </span>
        </div>
      )}
      <p className="tile-name">
        {person.audio ? <Level id={person.id} /> : <Icon name="microphone-off" />}
        <span>
          {person.local ? call.you : name}
          {!person.audio && <span className="visually-hidden">, {call.muted}</span>}
          {!track && <span className="visually-hidden">, {call.cameraIsOff}</span>}
          {speaks && person.audio && <span className="visually-hidden">, {call.speaking}</span>}
        </span>
        {person.host && !person.local && <HostMark />}
        {person.quality !== 'good' && <span className="tile-quality">{quality[person.quality]}</span>}
      </p>
    </li>
  );
}
