import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useCallback, useState } from 'react';
import { Sound } from '../Media.tsx';
import { $call } from '../meeting.ts';

/** What the others say, and what their screens play. */
export function Sounds() {
  const { people, devices } = useStore($call);
  const [isBlocked, setBlocked] = useState(false);
  const [again, setAgain] = useState(0);
  const onBlocked = useCallback(() => setBlocked(true), []);
  const tracks = people
    .filter(({ local }) => !local)
    .flatMap(({ tracks: { audio, screenAudio } }) => [audio, screenAudio].filter((track) => track !== undefined));
  return (
    <>
      {tracks.map((track) => (
        <Sound key={track.id} track={track} speaker={devices.speaker} onBlocked={onBlocked} again={again} />
      ))}
      {isBlocked && (
        <div className="call-notice" role="alert">
          <p>{copy.call.sound}</p>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              setBlocked(false);
              setAgain(again + 1);
            }}
          >
            {copy.call.playSound}
          </button>
        </div>
      )}
    </>
  );
}
