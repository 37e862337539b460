import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { KNOCK_EVERY_MS } from '../../../backend/meeting-access.ts';
import { plainLine } from '../../../backend/text-rules.ts';
import { failureFrom } from '../failure.ts';
import { hashOf, START } from '../list/place.ts';
import type { Knock } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { $knocks, decline, refreshKnocks } from './knocks.ts';
import { RoomNews } from './RoomNews.tsx';
import { useRoom } from './use-room.ts';

/** Everybody who waits to be let into a room, wherever in the desk one is. */
export function Knocks() {
  const knocks = useStore($knocks);
  const isAnybody = knocks.length > 0;
  useEffect(() => {
    if (!isAnybody) return undefined;
    // Whoever closes the tab does not say that they go.
    const timer = setInterval(refreshKnocks, KNOCK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isAnybody]);
  return (
    <div role="status" className="knocks" aria-label="At the door">
      {knocks.map((knock) => (
        <Waiting key={`${knock.booking} ${knock.name}`} knock={knock} />
      ))}
    </div>
  );
}

export const nameOfKnock = ({ name }: Knock): string => plainLine(name) || 'Somebody without a name';

function Waiting({ knock }: { knock: Knock }) {
  const room = useRoom(knock.booking);
  const [trouble, setTrouble] = useState<string>();
  const name = nameOfKnock(knock);
  async function turnAway(): Promise<void> {
    setTrouble(undefined);
    await decline(knock).catch((error: unknown) => setTrouble(failureFrom(error).message));
  }
  const place = hashOf({ ...START, open: { kind: 'demo_bookings', id: knock.booking } });
  return (
    <div className="knock">
      <p className="min-w-0">
        <strong className="address">{name}</strong> is waiting to be let in.{' '}
        <a href={place}>
          Show the booking<span className="visually-hidden"> of {name}</span>
        </a>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button small busy={room.isBusy} onClick={() => void room.enter(knock.name)}>
          Admit<span className="visually-hidden"> {name}</span>
        </Button>
        <Button small quiet onClick={() => void turnAway()}>
          Decline<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
      <RoomNews room={trouble === undefined ? room : { ...room, trouble }} />
    </div>
  );
}
