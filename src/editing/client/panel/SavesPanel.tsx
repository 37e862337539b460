import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { pathKey } from '../../core/paths.ts';
import type { Save } from '../../protocol.ts';
import { ask, messageOf } from '../api.ts';
import { whereOf } from '../form-path.ts';
import { openFile } from '../panels.ts';
import { undo } from '../saving.ts';
import { $clash, $content, $panel, $pending } from '../state.ts';
import { shown } from './Conflict.tsx';
import { Panel } from './Panel.tsx';
import { DifferenceView } from './Pieces.tsx';

/** A time in words, for example `Today, 14:05`. */
function when(at: number): string {
  const date = new Date(at);
  const time = date.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  const today = new Date().toDateString() === date.toDateString();
  return `${today ? 'Today' : date.toLocaleDateString(undefined, { day: 'numeric', month: 'long' })}, ${time}`;
}

/** Why a save was not undone: what it would restore, and what is there now. */
function ClashNotice({ save }: { save: number }) {
  const clash = useStore($clash);
  if (clash?.save !== save) return null;
  const { theirs, clashes } = clash;
  return (
    <div className="notice bad" role="alert">
      <p>
        This has changed again since, so nothing was undone. Here is what it was before, and what it is now. Undo the
        later save first, or change it by hand.
      </p>
      {clashes.map(({ path, before, now }) => (
        <DifferenceView
          key={pathKey(path)}
          difference={{
            file: theirs.file,
            where: whereOf(theirs.form, theirs.data, path),
            before: shown(before),
            after: shown(now),
          }}
        />
      ))}
    </div>
  );
}

/** The last saves, each with an undo button. */
export function SavesPanel() {
  const [saves, setSaves] = useState<readonly Save[] | null>(null);
  const [failure, setFailure] = useState('');
  const pending = useStore($pending);
  const content = useStore($content);
  const panel = useStore($panel);
  useEffect(() => {
    // Reload when a request has finished.
    if (pending) return;
    ask('saves', {}).then(setSaves, (error: unknown) => setFailure(messageOf(error)));
  }, [pending]);
  return (
    <Panel title="Last saves" ready={saves !== null || failure !== ''}>
      {failure !== '' && <p className="notice bad">{failure}</p>}
      {saves === null && failure === '' && <p className="hint">Reading…</p>}
      {saves?.length === 0 && <p className="hint">Nothing has been saved here yet.</p>}
      <ol className="saves">
        {saves?.map(({ save, file, title, at, changes, undone }) => (
          <li key={save} className={undone ? 'save undone' : 'save'}>
            <div className="save-head">
              <div>
                <h3>
                  {content?.files.some((one) => one.file === file) ? (
                    <button
                      type="button"
                      className="link strong"
                      onClick={() => openFile(file, { all: true, ...(panel && { back: panel }) })}
                    >
                      {title}
                    </button>
                  ) : (
                    title
                  )}
                </h3>
                <p className="hint">
                  <time dateTime={new Date(at).toISOString()}>{when(at)}</time>
                </p>
              </div>
              {undone ? (
                <span className="badge">Undone</span>
              ) : (
                <button
                  type="button"
                  className="button quiet small"
                  aria-label={`Undo: ${title}, ${when(at)}`}
                  disabled={pending !== null}
                  onClick={() => void undo(save, file, title)}
                >
                  {pending?.kind === 'undo' && pending.file === file ? 'Undoing…' : 'Undo'}
                </button>
              )}
            </div>
            <ClashNotice save={save} />
            {changes.map((difference, index) => (
              <DifferenceView key={index} difference={difference} />
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  );
}
