import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { discard } from '../entries.ts';
import { save } from '../saving.ts';
import { focusSoon } from '../shadow.ts';
import { $asking, $notice, $panel, $pending, drafts, isShort } from '../state.ts';
import { unseenChanges } from '../unseen.ts';
import { DiscardButton, DiscardQuestion } from './DiscardQuestion.tsx';

/** The shortcut, unless the device has a touch screen. */
const keys = () =>
  matchMedia('(pointer: coarse)').matches ? '' : ` (${navigator.userAgent.includes('Mac') ? '⌘S' : 'Ctrl+S'})`;

/** The buttons that save or discard a draft. */
export function FormFoot({ file }: { file: string }) {
  const draft = useStore(drafts.$all)[file];
  const pending = useStore($pending);
  const [asking, setAsking] = useState(false);
  const asksForAll = useStore($asking);
  const panel = useStore($panel);
  const notice = useStore($notice);
  // It can be about another entry.
  const said = notice !== null && isShort(notice) && !draft;
  const saving = pending?.kind === 'save' && pending.file === file;
  const unseen = asksForAll === file && draft ? unseenChanges(file) : [];
  if (unseen.length > 0)
    return (
      <div className="buttons" role="group" aria-labelledby="save-all-title">
        <p id="save-all-title">{`Saving also changes what you don’t see here: ${unseen.join(', ')}.`}</p>
        <button type="button" className="button" id="save-all" onClick={() => void save(file, true)}>
          Save all of it
        </button>
        <button
          type="button"
          className="button quiet"
          onClick={() => {
            $asking.set(null);
            if (panel?.kind === 'form') $panel.set({ ...panel, all: true });
            focusSoon('panel-title');
          }}
        >
          Show it first
        </button>
      </div>
    );
  if (asking && draft && !saving)
    return (
      <DiscardQuestion
        onDiscard={() => {
          discard(file);
          setAsking(false);
          focusSoon('panel-title');
        }}
        onKeep={() => setAsking(false)}
      />
    );
  return (
    <div className="buttons">
      <button
        type="button"
        className="button"
        id="save"
        aria-disabled={!draft || pending !== null}
        aria-keyshortcuts="Control+S Meta+S"
        onClick={() => void save(file)}
      >
        {saving ? 'Saving…' : 'Save'}
      </button>
      {draft && !saving && <DiscardButton onAsk={() => setAsking(true)} />}
      <span className={said ? 'foot-note said' : 'hint foot-note'}>
        {said ? notice.text : draft ? `Not saved yet${keys()}` : 'Nothing to save'}
      </span>
    </div>
  );
}
