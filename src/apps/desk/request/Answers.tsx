import { useStore } from '@nanostores/react';
import { $colleagues, nameAtStart } from '../people.ts';
import type { AnswerKind, Detail } from '../shapes.ts';
import { Time } from '../shell/Time.tsx';
import { exactly, inZone } from '../time.ts';
import { bookingOf, mailOf } from './booking.ts';

const DEEDS: Record<AnswerKind, string> = {
  confirmed: 'confirmed',
  proposed: 'proposed',
  declined: 'declined',
};

/** Where a booking stands, and every answer to it, with whether its mail has gone out. */
export function Answers({ detail }: { detail: Detail }) {
  const colleagues = useStore($colleagues);
  const { startsAt, zone, last } = bookingOf(detail);
  const theirs = inZone(startsAt, zone);
  return (
    <>
      <div className="agreed" data-answer={last?.answer}>
        <p className="font-bold">{standingOf(last?.answer)}</p>
        <p>{exactly(startsAt)}</p>
        <p className="text-sm text-soft">
          {theirs ? `For the visitor: ${theirs}` : 'The visitor’s time zone is unknown.'}
        </p>
      </div>
      {detail.answers.length > 0 && (
        <ol className="history text-sm" aria-label="Answers so far">
          {detail.answers.toReversed().map((answer) => (
            <li key={answer.id}>
              <div className="grid gap-1">
                <p>
                  {nameAtStart(answer.author, colleagues)} {DEEDS[answer.answer]}
                  {answer.answer !== 'declined' && ` ${exactly(answer.starts_at)}`}
                </p>
                {answer.note && <p className="typed text-soft">{answer.note}</p>}
                <p className="text-xs text-soft">{mailOf(answer)}</p>
              </div>
              <Time iso={answer.created_at} brief className="text-xs text-soft" />
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

const standingOf = (answer: AnswerKind | undefined): string =>
  answer === undefined
    ? 'Not answered yet'
    : { confirmed: 'Confirmed', proposed: 'Proposed; the visitor has to agree', declined: 'Declined' }[answer];
