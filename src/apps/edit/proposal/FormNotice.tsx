import { useStore } from '@nanostores/react';
import { useHost } from '../shell/use-host.ts';
import { $others, othersWith } from './proposal.ts';

/** Above a form: that another proposal changes the same file. */
export function FormNotice({ file }: { file: string }) {
  const { account } = useHost();
  const others = othersWith(useStore($others), file);
  if (others.length === 0) return null;
  return (
    <div className="notice" role="note">
      {others.map(({ pull }) => (
        <p key={pull.number}>
          {pull.author === account.login
            ? 'Another proposal of yours changes this entry, too: '
            : `${pull.author} is changing this entry, too: `}
          <a className="link" href={pull.url} target="_blank" rel="noreferrer">
            {pull.title} <span className="unseen">(opens in another tab)</span>
          </a>
        </p>
      ))}
      <p className="hint">You can go on, but whoever comes second has to bring both together.</p>
    </div>
  );
}
