import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { codePoints } from '../../../backend/text-rules.ts';
import { $colleagues, nameAtStart } from '../people.ts';
import { addNote } from '../requests.ts';
import type { Detail } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { Field } from '../shell/Field.tsx';
import { speak } from '../../spoken.ts';
import { Time } from '../shell/Time.tsx';
import { Trouble } from './News.tsx';
import { $opened, change } from './opened.ts';
import { useDraft } from './use-draft.ts';

/** The longest note that the database stores (characters). */
const LIMIT = 5000;

/** What staff wrote about a request. Visitors never see it. */
export function Notes({ detail: { entry, notes } }: { detail: Detail }) {
  const colleagues = useStore($colleagues);
  const busy = useStore($opened)?.busy;
  const draft = useDraft(entry, 'note', '');
  const [problem, setProblem] = useState<string>();

  async function add(): Promise<void> {
    const text = draft.value.trim();
    const length = codePoints(text);
    setProblem(
      text === ''
        ? 'Write something first.'
        : length > LIMIT
          ? `Shorten the note: it has ${length.toLocaleString('en')} characters, and ${LIMIT.toLocaleString('en')} fit.`
          : undefined,
    );
    if (text === '' || length > LIMIT) {
      document.getElementById('note-text')?.focus();
      return;
    }
    const id = draft.beginSending();
    const isStored = await change('note', entry.version, async (key) => {
      await addNote(key, id, text);
      return undefined;
    });
    if (!isStored) return;
    draft.clear();
    speak('The note is stored');
  }
  return (
    <section className="grid gap-4" aria-labelledby="notes-title">
      <h3 className="text-lg" id="notes-title">
        Notes
      </h3>
      {notes.length > 0 && (
        <ol className="notes">
          {notes.map(({ id, author, text, created_at }) => (
            <li key={id}>
              <p className="text-xs text-soft">
                {nameAtStart(author, colleagues)} · <Time iso={created_at} brief />
              </p>
              <p className="typed">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <form
        className="grid justify-items-start gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <div className="w-full">
          <Field form="note" name="text" label="New note" hint="Only staff reads it." problem={problem}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                value={draft.value}
                // What was typed now would be cleared with what is being stored.
                readOnly={busy === 'note'}
                onChange={({ target }) => draft.set(target.value)}
              />
            )}
          </Field>
        </div>
        <Trouble of={['note']} />
        <Button type="submit" quiet small busy={busy !== undefined}>
          {busy === 'note' ? 'Storing …' : 'Add the note'}
        </Button>
      </form>
    </section>
  );
}
