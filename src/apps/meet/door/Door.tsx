import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { useEffect, useRef, useState, type SyntheticEvent } from 'react';
import { MEETING_LIMITS } from '../../../backend/meeting-access.ts';
import { FieldFrame } from '../../../islands/form/Field.tsx';
import { Appointment } from '../Appointment.tsx';
import { DeviceProblems, DeviceSelects } from '../Devices.tsx';
import { $call, meeting } from '../meeting.ts';
import { Screen } from '../Screen.tsx';
import { join, type Open } from '../visit.ts';
import { fill } from '../format.ts';
import { Preview } from './Preview.tsx';

const { door } = copy;

function problemOf(name: string): string | undefined {
  if (name.trim() === '') return door.nameMissing;
  return Array.from(name.trim()).length > MEETING_LIMITS.name
    ? fill(door.nameLong, { limit: MEETING_LIMITS.name })
    : undefined;
}

/** What was on at the last door, and the name that was typed there; both devices at the first. */
const wanted: { audio: boolean; video: boolean; name?: string } = { audio: true, video: true };

/** Opens what was on, and closes it unless the call goes on with it. Whoever goes on without a device keeps it off. */
function useDevices(): void {
  useEffect(() => {
    if (wanted.audio) void meeting.setAudio(true);
    if (wanted.video) void meeting.setVideo(true);
    return () => {
      const { people, devices, phase } = $call.get();
      wanted.audio = Boolean(people[0]?.audio || devices.errors.microphone);
      wanted.video = Boolean(people[0]?.video || devices.errors.camera);
      if (phase !== 'before' && phase !== 'ended') return;
      void meeting.setAudio(false);
      void meeting.setVideo(false);
    };
  }, []);
}

/** The door: who comes in, how they look and sound, and when the call is. */
export function Door({ answer: { name: proposed, role, startsAt, endsAt } }: { answer: Open }) {
  const { people } = useStore($call);
  const [name, setName] = useState(wanted.name ?? proposed);
  const [problem, setProblem] = useState<string>();
  const [isJoining, setIsJoining] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useDevices();
  const isHost = role === 'host';
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (isJoining) return;
    const found = problemOf(name);
    setProblem(found);
    if (found) field.current?.focus();
    else {
      wanted.name = name.trim();
      setIsJoining(true);
      void join(wanted.name).finally(() => setIsJoining(false));
    }
  };
  return (
    <Screen title={isHost ? door.hostTitle : door.title} aside={<Preview name={name} />}>
      <div>
        {!isHost && <p className="text-lg">{door.lead}</p>}
        <Appointment startsAt={startsAt} endsAt={endsAt} />
      </div>
      <form className="form door-form" noValidate onSubmit={submit}>
        <FieldFrame
          form={{ name: 'door', problems: problem ? { name: { code: 'other', text: problem } } : {} }}
          name="name"
          copy={{ label: door.name, hint: door.nameHint }}
        >
          {(control) => (
            <input
              {...control}
              ref={field}
              type="text"
              autoComplete="name"
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </FieldFrame>
        <DeviceProblems />
        <details className="door-devices">
          <summary>{door.devices}</summary>
          <div className="grid gap-3">
            <DeviceSelects form="door" />
          </div>
        </details>
        {!(people[0]?.audio || people[0]?.video) && <p className="hint">{door.without}</p>}
        <div className="door-join">
          <button type="submit" className="button" aria-disabled={isJoining || undefined}>
            {isJoining ? copy.joining.joining : isHost ? door.hostJoin : door.join}
          </button>
          <p className="hint">{isHost ? door.hostPromise : door.promise}</p>
        </div>
      </form>
    </Screen>
  );
}
