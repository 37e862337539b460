import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import type { DeviceKind } from '../../video/meeting.ts';
import { FieldFrame } from '../../islands/form/Field.tsx';
import { ControlButton } from './ControlButton.tsx';
import { $call, meeting } from './meeting.ts';
import { speak } from '../spoken.ts';
import { fill } from './format.ts';

const LISTS = { camera: 'cameras', microphone: 'microphones', speaker: 'speakers' } as const;

function DeviceSelect({ kind, form }: { kind: DeviceKind; form: string }) {
  const { devices } = useStore($call);
  const choices = devices[LISTS[kind]];
  // Where pages can't choose a speaker, there is no list.
  if (kind === 'speaker' && choices.length === 0) return null;
  return (
    <FieldFrame form={{ name: form, problems: {} }} name={kind} copy={{ label: copy.devices[kind] }}>
      {({ required: _, ...control }) => (
        <select
          {...control}
          disabled={choices.length === 0}
          value={devices[kind] ?? choices[0]?.id ?? ''}
          onChange={({ target }) => void meeting.setDevice(kind, target.value)}
        >
          {choices.length === 0 && <option value="">{copy.devices.none}</option>}
          {choices.map(({ id, label }, index) => (
            <option key={id} value={id}>
              {label || fill(copy.devices.unnamed, { number: index + 1 })}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** The choice of devices. `form`: its name, which makes the ids of the fields. */
export const DeviceSelects = ({ form }: { form: string }) => (
  <>
    {(['camera', 'microphone', 'speaker'] as const).map((kind) => (
      <DeviceSelect key={kind} kind={kind} form={form} />
    ))}
  </>
);

/** Why a device can't be used, and what to do. */
export function DeviceProblems() {
  const { camera, microphone } = useStore($call).devices.errors;
  const { problems } = copy.devices;
  return (
    <div role="status" className="device-problems">
      {microphone && <p className="notice">{problems.microphone[microphone]}</p>}
      {camera && <p className="notice">{problems.camera[camera]}</p>}
    </div>
  );
}

/** Switches the microphone, and says so. */
export async function toggleAudio(): Promise<void> {
  const on = !$call.get().people[0]?.audio;
  await meeting.setAudio(on);
  // If it could not be opened, its problem is said instead.
  if ($call.get().people[0]?.audio === on) speak(on ? copy.news.microphoneOn : copy.news.microphoneOff);
}

/** Switches the camera, and says so. */
export async function toggleVideo(): Promise<void> {
  const on = !$call.get().people[0]?.video;
  await meeting.setVideo(on);
  if ($call.get().people[0]?.video === on) speak(on ? copy.news.cameraOn : copy.news.cameraOff);
}

/** The buttons for one's own microphone and camera. */
export function DeviceButtons() {
  const { people, devices } = useStore($call);
  const [own] = people;
  const { mute, unmute, cameraOn, cameraOff } = copy.call;
  return (
    <>
      <ControlButton
        icon={own?.audio ? 'microphone' : 'microphone-off'}
        label={own?.audio ? mute : unmute}
        tone={own?.audio ? undefined : 'off'}
        aria-busy={devices.opening.microphone || undefined}
        onClick={() => void toggleAudio()}
      />
      <ControlButton
        icon={own?.video ? 'camera' : 'camera-off'}
        label={own?.video ? cameraOff : cameraOn}
        tone={own?.video ? undefined : 'off'}
        aria-busy={devices.opening.camera || undefined}
        onClick={() => void toggleVideo()}
      />
    </>
  );
}
