import { useStore } from '@nanostores/react';
import company from 'copy:company';
import { useState } from 'react';
import { mailTopic } from '../kinds.ts';
import { markAnswered } from '../requests.ts';
import { noteMail } from '../session/watch-activity.ts';
import type { Entry } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { Time } from '../shell/Time.tsx';
import { mailto } from './mailto.ts';
import { Trouble } from './News.tsx';
import { $opened, change } from './opened.ts';

/** Opens the mail program. The desk does not see what is sent there, so it asks. */
export function MailAnswer({ entry, isOnlyWay }: { entry: Entry; isOnlyWay: boolean }) {
  const busy = useStore($opened)?.busy;
  const [isWriting, setWriting] = useState(false);
  const { email, answered_at } = entry;
  async function mark(): Promise<void> {
    if (await change('answered', entry.version, markAnswered)) setWriting(false);
  }
  const markButton = (
    <Button quiet={!isWriting} small busy={busy !== undefined} onClick={() => void mark()}>
      {busy === 'answered' ? 'Storing …' : 'Mark as answered'}
    </Button>
  );
  return (
    <div className="grid justify-items-start gap-3">
      {answered_at !== null && (
        <p className="text-sm text-soft">
          First answered <Time iso={answered_at} />
        </p>
      )}
      {email === '' ? (
        <p className="text-soft">The visitor left no address to write to.</p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <a
            className={isOnlyWay ? 'button button-small' : 'button button-quiet button-small'}
            href={mailto(email, `${mailTopic(entry.kind)} – ${company.name}`)}
            onClick={() => {
              setWriting(true);
              noteMail();
            }}
          >
            Answer by mail
          </a>
          {answered_at === null && !isWriting && markButton}
        </div>
      )}
      <Trouble of={['answered']} />
      <div role="status">
        {isWriting && answered_at === null && (
          <div className="notice grid justify-items-start gap-3">
            <p>Your mail program has the address and the subject. Have you sent the mail?</p>
            <div className="flex flex-wrap gap-3">
              {markButton}
              <Button quiet small onClick={() => setWriting(false)}>
                Not yet
              </Button>
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
