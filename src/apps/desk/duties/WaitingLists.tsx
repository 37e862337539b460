import { plainLine } from '../../../backend/text-rules.ts';
import { readWaiting } from '../requests.ts';
import { hashOf, START, type Place } from '../list/place.ts';
import { go } from '../list/navigation.ts';
import { Empty, Loading } from '../shell/Empty.tsx';
import { Trouble } from '../shell/Trouble.tsx';
import { useRead } from '../shell/use-read.ts';
import { View } from '../shell/View.tsx';

/** Who waits for which resource. */
export function WaitingLists() {
  const { value, failure, again } = useRead(readWaiting);
  return (
    <View
      title="Waiting lists"
      lead="How many addresses wait for each resource. Each is mailed once, when it is announced."
    >
      {failure ? (
        <Trouble text={failure} onRetry={again} />
      ) : !value ? (
        <Loading what="the waiting lists" rows={2} />
      ) : value.length === 0 ? (
        <Empty title="Nobody is waiting" />
      ) : (
        <ul className="waiting">
          {value.map(({ resource_type, waiting }) => {
            const place: Place = { ...START, kind: 'notification_requests', find: resource_type };
            return (
              <li key={resource_type}>
                <p className="waiting-count font-bold">{waiting.toLocaleString('en')}</p>
                <div className="grid justify-items-start gap-1">
                  <p className="text-lg font-bold">{plainLine(resource_type)}</p>
                  <a
                    href={hashOf(place)}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      go(place);
                    }}
                  >
                    {waiting === 1 ? 'Show who is waiting' : `Show all ${waiting.toLocaleString('en')}`}
                    <span className="visually-hidden"> for {plainLine(resource_type)}</span>
                  </a>
                </div>
              </li>
            );
          })}
        </ul>
      )}
    </View>
  );
}
