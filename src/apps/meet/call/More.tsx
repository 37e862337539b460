import { useStore } from '@nanostores/react';
import copy from 'copy:meeting';
import { DeviceProblems, DeviceSelects } from '../Devices.tsx';
import { $call, meeting } from '../meeting.ts';
import { $shortcuts, KEYS } from './shortcuts.ts';
import { canFill, canFloat, floatPicture, toggleFullScreen, useFullScreen } from './window.ts';

const { more, call } = copy;

/** Devices, captions, how large the call is, and the keyboard. */
export function More() {
  const { captioning } = useStore($call);
  const isFull = useFullScreen();
  const withKeys = useStore($shortcuts);
  return (
    <div className="more">
      <DeviceProblems />
      <div className="grid gap-3">
        <DeviceSelects form="call" />
      </div>
      <div className="flex flex-wrap gap-2">
        {canFill() && (
          <button type="button" className="button button-quiet button-small" onClick={toggleFullScreen}>
            {isFull ? more.leaveFullScreen : more.fullScreen}
          </button>
        )}
        {canFloat() && (
          <button type="button" className="button button-quiet button-small" onClick={() => void floatPicture()}>
            {more.pictureInPicture}
          </button>
        )}
      </div>
      {captioning === 'unavailable' ? (
        <p className="hint">{more.captionsNone}</p>
      ) : (
        <Switch
          name="captions"
          label={more.captions}
          hint={more.captionsHint}
          on={captioning === 'on'}
          onChange={(on) => meeting.setCaptions(on)}
        />
      )}
      <Switch
        name="shortcuts"
        label={more.shortcuts}
        hint={more.shortcutsHint}
        on={withKeys}
        onChange={(on) => $shortcuts.set(on)}
      />
      {withKeys && (
        <dl className="keys">
          {Object.entries(KEYS).map(([key, { label }]) => (
            <div key={key}>
              <dt>
                <kbd>{key.toUpperCase()}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>Esc</kbd>
            </dt>
            <dd>{call.close}</dd>
          </div>
        </dl>
      )}
    </div>
  );
}

interface SwitchProps {
  name: string;
  label: string;
  hint: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

const Switch = ({ name, label, hint, on, onChange }: SwitchProps) => (
  <div className="switch">
    <input
      id={`call-${name}`}
      type="checkbox"
      role="switch"
      checked={on}
      aria-describedby={`call-${name}-hint`}
      onChange={({ target }) => onChange(target.checked)}
    />
    <label className="font-medium" htmlFor={`call-${name}`}>
      {label}
    </label>
    <p id={`call-${name}-hint`} className="hint">
      {hint}
    </p>
  </div>
);
