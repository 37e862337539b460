import { pathKey } from '../../core/paths.ts';
import { useEffect, useRef, useState } from 'react';
import type { Field } from '../../core/field.ts';
import type { Entry, Value } from '../../protocol.ts';
import type { Meeting } from '../conflicts.ts';
import { whereOf } from '../form-path.ts';
import { host } from '../shadow.ts';

/** A value for display. */
export function shown(value: Value | undefined): string {
  if (value === undefined || value === null || value === '') return '(nothing)';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value !== 'object') return String(value);
  return Object.values(value).map(shown).join('\n');
}

interface Props {
  form: Field;
  theirs: Entry;
  met: readonly Meeting[];
  /** Called with those of our changes that are kept, once every conflict is decided. */
  onSettle: (kept: readonly Meeting[]) => void;
}

/** Shows our text next to what someone else has written, to choose from. */
export function Conflict({ form, theirs, met, onSettle }: Props) {
  const [decided, setDecided] = useState<Readonly<Record<string, boolean>>>({});
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // It replaces the fields, so the focused one may be gone.
    if ([document.body, host()].includes(document.activeElement as HTMLElement)) title.current?.focus();
  }, []);
  function decide(path: Meeting['path'], mine: boolean) {
    const all = { ...decided, [pathKey(path)]: mine };
    setDecided(all);
    if (met.every((meeting) => pathKey(meeting.path) in all))
      onSettle(met.filter((meeting) => all[pathKey(meeting.path)]));
  }
  return (
    <div className="conflict">
      <div className="summary">
        <h3 ref={title} tabIndex={-1}>
          This entry has changed since you began
        </h3>
        <p>Nothing is lost, and nothing is saved yet. For each text, choose the version to keep.</p>
      </div>
      {met.map((meeting) => {
        const { path, place, mine, theirs: now, clash, gone } = meeting;
        const where = whereOf(form, theirs.data, place);
        const choice = decided[pathKey(path)];
        return (
          <section className="versus" key={pathKey(path)} aria-label={where}>
            <h3>{where}</h3>
            <div className="sides">
              <div className={choice === true ? 'side chosen' : 'side'}>
                <h4>Yours</h4>
                <p className="value">{shown(mine)}</p>
                {gone ? (
                  <p className="hint">The entry around it is gone. Copy it if you need it elsewhere.</p>
                ) : (
                  <button
                    type="button"
                    className="button small"
                    aria-pressed={choice === true}
                    aria-label={`Keep mine: ${where}`}
                    onClick={() => decide(path, true)}
                  >
                    Keep mine
                  </button>
                )}
              </div>
              <div className={choice === false ? 'side chosen' : 'side'}>
                <h4>Theirs</h4>
                <p className="value">{shown(now)}</p>
                {!clash && <p className="hint">Nobody else has changed this one.</p>}
                <button
                  type="button"
                  className="button quiet small"
                  aria-pressed={choice === false}
                  aria-label={`Use theirs: ${where}`}
                  onClick={() => decide(path, false)}
                >
                  Use theirs
                </button>
              </div>
            </div>
          </section>
        );
      })}
    </div>
  );
}
