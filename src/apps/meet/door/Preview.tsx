import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { DeviceButtons } from '../Devices.tsx';
import { Level, Picture } from '../Media.tsx';
import { $call } from '../meeting.ts';
import { initialsOf } from '../format.ts';

const { door } = copy;

/** What the others will see and hear: the live picture, the level, and the buttons for both. */
export function Preview({ name }: { name: string }) {
  const { people, devices } = useStore($call);
  const [own] = people;
  const { camera: opening, microphone } = devices.opening;
  const track = own?.video ? own.tracks.video : undefined;
  return (
    <div className="preview">
      <div className="tile" data-off={track ? undefined : true}>
        {track ? (
          <Picture track={track} mirrored label={door.picture} />
        ) : (
          <div className="tile-off">
            <span className="avatar" aria-hidden="true">
              {initialsOf(name)}
            </span>
            <p>{opening ? door.cameraStarts : door.cameraOff}</p>
          </div>
        )}
      </div>
      <div className="preview-bar">
        <div className="preview-level">
          {own?.audio && <Level id={own.id} />}
          <p className="hint">{own?.audio ? door.level : door.silent}</p>
        </div>
        <div className="flex gap-2">
          <DeviceButtons />
        </div>
      </div>
      {(opening || microphone) && <p className="hint">{door.asking}</p>}
    </div>
  );
}
