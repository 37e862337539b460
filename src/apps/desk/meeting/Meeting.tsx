import company from 'copy:company';
import { useState } from 'react';
import { CLOSES_AFTER_MIN, OPENS_BEFORE_MIN } from '../../../backend/meeting-access.ts';
import { bookingOf } from '../request/booking.ts';
import type { Detail } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { exactly, lengthOf } from '../time.ts';
import { hasRooms } from './knocks.ts';
import { RoomNews } from './RoomNews.tsx';
import { useRoom } from './use-room.ts';

const MINUTE_MS = 60_000;

/** The room of a confirmed booking, and what became of its call. */
export function Meeting({ detail }: { detail: Detail }) {
  const { startsAt, last } = bookingOf(detail);
  const room = useRoom(detail.entry.id);
  const [now] = useState(Date.now);
  const starts = Date.parse(startsAt);
  const opens = starts - OPENS_BEFORE_MIN * MINUTE_MS;
  const closes = starts + (company.bookings.minutes + CLOSES_AFTER_MIN) * MINUTE_MS;
  const isOpen = hasRooms && last?.answer === 'confirmed' && now < closes;
  return (
    <>
      {isOpen && (
        <div className="grid justify-items-start gap-2">
          <Button small busy={room.isBusy} onClick={() => void room.enter()}>
            {room.isBusy ? 'Opening …' : 'Enter the room'}
          </Button>
          {now < opens && <p className="hint">It opens {exactly(new Date(opens).toISOString())}.</p>}
          <RoomNews room={room} />
        </div>
      )}
      {detail.meeting && <Outcome {...detail.meeting} />}
    </>
  );
}

const SAID = new Map([
  [true, 'The visitor says that it worked.'],
  [false, 'The visitor says that it did not work.'],
]);

const Outcome = ({ ended_at, seconds, worked }: NonNullable<Detail['meeting']>) => (
  <dl className="facts">
    <div>
      <dt className="text-soft">Video call</dt>
      <dd>
        {lengthOf(seconds)}, ended {exactly(ended_at)}
      </dd>
    </div>
    <div>
      <dt className="text-soft">Did it work?</dt>
      <dd>{(worked !== null && SAID.get(worked)) || 'The visitor has not said.'}</dd>
    </div>
  </dl>
);
