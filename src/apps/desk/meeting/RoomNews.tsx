import type { Room } from './use-room.ts';

/** What came of entering a room. */
export const RoomNews = ({ room: { address, trouble } }: { room: Room }) => (
  <div role="status">
    {address !== undefined && (
      <p className="text-sm text-soft">
        The room opens in another tab.{' '}
        <a href={address} target="_blank" rel="noopener noreferrer">
          Open it yourself
        </a>{' '}
        if it does not.
      </p>
    )}
    {trouble !== undefined && <p className="notice notice-error">{trouble}</p>}
  </div>
);
