import { useStore } from '@nanostores/react';
import { $others, othersWith } from './proposal.ts';

/** Above a form: that somebody else is changing the same file. */
export function FormNotice({ file }: { file: string }) {
  const others = othersWith(useStore($others), file);
  if (others.length === 0) return null;
  return (
    <div className="notice" role="note">
      {others.map(({ pull }) => (
        <p key={pull.number}>
          {`${pull.author} is changing this entry, too: `}
          <a className="link" href={pull.url} target="_blank" rel="noreferrer">
            {pull.title} <span className="unseen">(opens in another tab)</span>
          </a>
        </p>
      ))}
      <p className="hint">You can go on. Whoever comes second has to bring both together, so talk to each other.</p>
    </div>
  );
}
