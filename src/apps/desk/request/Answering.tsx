import { Meeting } from '../meeting/Meeting.tsx';
import type { Detail } from '../shapes.ts';
import { Answers } from './Answers.tsx';
import { BookingForm } from './BookingForm.tsx';
import { MailAnswer } from './MailAnswer.tsx';

/** What can be answered, and what was. */
export function Answering({ detail }: { detail: Detail }) {
  const isBooking = detail.entry.kind === 'demo_bookings';
  return (
    <section className="grid gap-4" aria-labelledby="answer-title">
      <h3 className="text-lg" id="answer-title">
        Answer
      </h3>
      {isBooking && <Answers detail={detail} />}
      {isBooking && <Meeting detail={detail} />}
      {isBooking && <BookingForm detail={detail} />}
      <MailAnswer entry={detail.entry} isOnlyWay={!isBooking} />
    </section>
  );
}
