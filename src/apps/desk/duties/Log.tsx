import { useStore } from '@nanostores/react';
import { useCallback, useState } from 'react';
import { failureFrom } from '../failure.ts';
import { kindName } from '../kinds.ts';
import { hashOf, START } from '../list/place.ts';
import { $colleagues, nameAtStart } from '../people.ts';
import { readLog } from '../requests.ts';
import type { LogLine } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { Empty, Loading } from '../shell/Empty.tsx';
import { speak } from '../../spoken.ts';
import { Time } from '../shell/Time.tsx';
import { Trouble } from '../shell/Trouble.tsx';
import { useRead } from '../shell/use-read.ts';
import { View } from '../shell/View.tsx';

/** How many lines a page has. */
const PAGE = 50;

/** What staff did, newest first. Nobody can change it. */
export function Log() {
  const [older, setOlder] = useState<{ lines: readonly LogLine[]; isLast: boolean }>({ lines: [], isLast: false });
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();
  const { value, failure, again } = useRead(useCallback(() => readLog(PAGE), []));
  const lines = [...(value ?? []), ...older.lines];
  const hasMore = value !== undefined && value.length === PAGE && !older.isLast;

  async function more(): Promise<void> {
    setBusy(true);
    setTrouble(undefined);
    try {
      const page = await readLog(PAGE, lines.at(-1)?.id);
      setOlder({ lines: [...older.lines, ...page], isLast: page.length < PAGE });
      speak(`${page.length} more`);
    } catch (error) {
      setTrouble(failureFrom(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <View
      title="Log"
      lead="What staff did here, newest first. It names requests, never the people who sent them, and nobody can change it."
    >
      {failure ? (
        <Trouble text={failure} onRetry={again} />
      ) : !value ? (
        <Loading what="the log" rows={8} />
      ) : lines.length === 0 ? (
        <Empty title="Nobody has done anything yet" />
      ) : (
        <>
          <Lines lines={lines} />
          {trouble && <Trouble text={trouble} onRetry={() => void more()} />}
          {hasMore && !trouble && (
            <div>
              <Button quiet busy={busy} onClick={() => void more()}>
                {busy ? 'Loading …' : 'Show more'}
              </Button>
            </div>
          )}
        </>
      )}
    </View>
  );
}

function Lines({ lines }: { lines: readonly LogLine[] }) {
  const colleagues = useStore($colleagues);
  return (
    <table className="log">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Request</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, at, who, what, kind, request_id }) => (
          <tr key={id}>
            <td>
              <Time iso={at} />
            </td>
            <td>{nameAtStart(who, colleagues)}</td>
            <td>{what}</td>
            <td>
              {kind && request_id && (
                <a href={hashOf({ ...START, open: { kind, id: request_id } })}>
                  {kindName(kind)} <span className="text-soft">{request_id.slice(0, 8)}</span>
                </a>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
