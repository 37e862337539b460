import copy from 'copy:meeting';
import { useState, type SyntheticEvent } from 'react';
import { MEETING_LIMITS } from '../../backend/meeting-access.ts';
import { FieldFrame } from '../../islands/form/Field.tsx';
import { AccessError, sendNote } from './access.ts';
import { currentLink } from './visit.ts';
import { fill } from './format.ts';

const { note } = copy.ended;

/** Why a note can't be stored; undefined if it can. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return note.empty;
  return Array.from(text.trim()).length > MEETING_LIMITS.note
    ? fill(note.long, { limit: MEETING_LIMITS.note })
    : undefined;
}

/** Staff's note on the call, for the desk. */
export function Note() {
  const [id] = useState(() => crypto.randomUUID());
  // Of the call that has ended: another link can be opened in this tab.
  const [link] = useState(currentLink);
  const [text, setText] = useState('');
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open');
  const [problem, setProblem] = useState<string>();
  const save = async (event: SyntheticEvent) => {
    event.preventDefault();
    const found = problemOf(text);
    setProblem(found);
    if (found || !link || state === 'saving') return;
    setState('saving');
    try {
      await sendNote(link, id, text.trim());
      setState('saved');
    } catch (error) {
      console.warn('The note was not stored:', error);
      setState('open');
      setProblem(error instanceof AccessError && error.refusal === 'wrong' ? note.refused : note.failed);
    }
  };
  return (
    <form className="form meet-note" noValidate onSubmit={(event) => void save(event)}>
      {state !== 'saved' && (
        <>
          <FieldFrame
            form={{ name: 'meet', problems: problem ? { note: { code: 'other', text: problem } } : {} }}
            name="note"
            copy={{ label: note.label, hint: note.hint }}
          >
            {(control) => (
              <textarea
                {...control}
                value={text}
                // The field goes away with what is being saved.
                readOnly={state === 'saving'}
                onChange={({ target }) => setText(target.value)}
                rows={4}
              />
            )}
          </FieldFrame>
          <div>
            <button type="submit" className="button" aria-disabled={state === 'saving' || undefined}>
              {state === 'saving' ? note.saving : note.save}
            </button>
          </div>
        </>
      )}
      <p role="status">{state === 'saved' && note.saved}</p>
      {problem && (
        <p role="alert" className="visually-hidden">
          {problem}
        </p>
      )}
    </form>
  );
}
