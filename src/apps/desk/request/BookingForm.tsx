import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { showToast } from '../../../stores/toasts.ts';
import { codePoints } from '../../../backend/text-rules.ts';
import { answerBooking, mailAnswer } from '../requests.ts';
import type { AnswerKind, Detail } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { Field } from '../shell/Field.tsx';
import { BookingTime } from './BookingTime.tsx';
import { bookingOf } from './booking.ts';
import { timeProblem, toInstant, toWallTime, type WallTime } from './booking-time.ts';
import { Trouble } from './News.tsx';
import { $opened, change, reread, seenSince } from './opened.ts';
import { useDraft } from './use-draft.ts';

/** The longest note to the visitor that the database stores (characters). */
const LIMIT = 2000;

const CHOICES = [
  { value: 'confirmed', label: 'Confirm', submit: 'Confirm and mail' },
  { value: 'proposed', label: 'Propose another time', submit: 'Propose and mail' },
  { value: 'declined', label: 'Decline', submit: 'Decline and mail' },
] as const satisfies { value: AnswerKind; label: string; submit: string }[];

interface Values {
  answer: AnswerKind | '';
  /** Null: as it was last agreed on or proposed. */
  date: string | null;
  time: string | null;
  note: string;
}
const INITIAL: Values = { answer: '', date: null, time: null, note: '' };

/** Confirms a booking, proposes another time, or declines it. The visitor is mailed. */
export function BookingForm({ detail }: { detail: Detail }) {
  const { entry } = detail;
  const { startsAt } = bookingOf(detail);
  const busy = useStore($opened)?.busy;
  const draft = useDraft(entry, 'answer', INITIAL);
  // What the answer was begun with: a colleague's answer in between is a conflict, even if it is on the screen by now.
  const begun = useDraft<number | null>(entry, 'answer-version', null);
  const [problems, setProblems] = useState<{ field?: string; text?: string }>({});
  const values = draft.value;
  const agreed = toWallTime(startsAt);
  const wall = { date: values.date ?? agreed.date, time: values.time ?? agreed.time };
  const choice = CHOICES.find(({ value }) => value === values.answer);

  function set(changed: Partial<Values>): void {
    draft.set({ ...values, ...changed });
    if (begun.value === null) begun.set(entry.version);
  }
  async function send(): Promise<void> {
    if (!choice) return;
    const found = problemOf({ ...values, ...wall }, startsAt);
    setProblems(found ?? {});
    if (found) {
      document.getElementById(`booking-${found.field}`)?.focus();
      return;
    }
    const starts_at = choice.value === 'proposed' ? (toInstant(wall) ?? null) : startsAt;
    const seen = begun.value ?? entry.version;
    const id = draft.beginSending(`${starts_at ?? ''} ${seen}`);
    const isStored = await change('booking', seenSince(seen), (key, version) =>
      answerBooking(key.id, version, id, { answer: choice.value, starts_at, note: values.note.trim() }),
    );
    if (!isStored) {
      // Whoever sends it again has seen what it is like now.
      const current = $opened.get()?.trouble?.current;
      if (current) begun.set(current.version);
      return;
    }
    draft.clear();
    begun.clear();
    showToast({ tone: 'success', title: 'Stored', text: 'The mail is on its way.' });
    await mailAnswer(id);
    await reread();
  }
  return (
    <form
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <fieldset className="choices">
        <legend className="visually-hidden">Your answer</legend>
        {CHOICES.map(({ value, label }) => (
          <label key={value}>
            <input
              type="radio"
              name="answer"
              value={value}
              checked={values.answer === value}
              onChange={() => set({ answer: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {choice && (
        <>
          {choice.value === 'proposed' && (
            <BookingTime {...wall} zone={bookingOf(detail).zone} problem={problems} onChange={set} />
          )}
          <Field
            form="booking"
            name="note"
            label="Note to the visitor"
            optional="(optional)"
            hint="It is in the mail, as you write it."
            problem={problems.field === 'note' ? problems.text : undefined}
          >
            {(control) => (
              <textarea
                {...control}
                rows={2}
                value={values.note}
                // What was typed now would be cleared with what is being stored.
                readOnly={busy === 'booking'}
                onChange={({ target }) => set({ note: target.value })}
              />
            )}
          </Field>
          <Trouble of={['booking']} />
          <div className="flex flex-wrap gap-3">
            <Button type="submit" small busy={busy !== undefined}>
              {busy === 'booking' ? 'Storing …' : choice.submit}
            </Button>
            <Button
              quiet
              small
              onClick={() => {
                draft.clear();
                begun.clear();
              }}
            >
              Cancel
            </Button>
          </div>
        </>
      )}
    </form>
  );
}

function problemOf(values: Values & WallTime, startsAt: string): { field: string; text: string } | undefined {
  if (values.answer === 'proposed') {
    const problem = timeProblem(values);
    if (problem) return problem;
    if (toInstant(values) === new Date(startsAt).toISOString())
      return { field: 'time', text: 'This is the time that it already has. Choose another one.' };
  }
  if (values.answer === 'confirmed' && Date.parse(startsAt) <= Date.now())
    return { field: 'note', text: 'The time of this booking is over. Propose another one.' };
  const length = codePoints(values.note.trim());
  return length > LIMIT
    ? {
        field: 'note',
        text: `Shorten the note: it has ${length.toLocaleString('en')} characters, and ${LIMIT.toLocaleString('en')} fit.`,
      }
    : undefined;
}
