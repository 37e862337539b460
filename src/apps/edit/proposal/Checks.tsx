import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import type { Check, Preview } from '../../../code-host/code-host.ts';
import type { EditHost } from '../host/edit-host.ts';
import { limiting } from '../session/rights.ts';
import { useHost } from '../shell/use-host.ts';
import { $checked, readChecks, type Checked } from './proposal.ts';

/** How long to wait before looking again while something is not finished, in milliseconds. */
const AGAIN_MS = 8000;

const isPending = (checked: Checked | undefined): boolean =>
  !checked ||
  (checked.checks.length === 0 && !checked.preview) ||
  checked.preview?.state === 'pending' ||
  checked.checks.some(({ state }) => state === 'pending');

/** Looks at once, and again until all is finished, while somebody sees this page. */
function useChecked(host: EditHost, head: string): Checked | undefined {
  const checked = useStore($checked);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const look = async () => {
      if (document.visibilityState === 'visible') await readChecks(host);
      if (isCurrent && isPending($checked.get())) timer = setTimeout(() => void look(), AGAIN_MS);
    };
    $checked.set(undefined);
    void look();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [host, head]);
  return checked;
}

/** What a build says of the proposal, and its preview, as they come. */
export function Checks({ head }: { head: string }) {
  const { host, account } = useHost();
  const checked = useChecked(host, head);
  return (
    <div className="checks" role="status" aria-label="Checks and preview">
      {!checked && (
        <p className="check" data-state="pending">
          Reading what the checks say …
        </p>
      )}
      {checked && <PreviewLine preview={checked.preview} />}
      {checked && checked.checks.length > 0 && (
        <ul>
          {checked.checks.map((check) => (
            <CheckLine key={check.name} check={check} />
          ))}
        </ul>
      )}
      {limiting(account.missing).map(({ name, use }) => (
        <p className="hint" key={name}>{`Your token lacks “${name}: read-only”, which this page needs ${use}.`}</p>
      ))}
    </div>
  );
}

function PreviewLine({ preview }: { preview: Preview | undefined }) {
  if (preview?.state === 'ready' && preview.url !== undefined)
    return (
      <p className="check" data-state="success">
        <a className="button" href={preview.url} target="_blank" rel="noopener">
          Open the preview <span className="unseen">(opens in another tab)</span>
        </a>
        <span className="hint">A click on a text there opens it here.</span>
      </p>
    );
  if (preview?.state === 'failed')
    return (
      <p className="check" data-state="failure">
        <strong>There is no preview: the site could not be built.</strong> {preview.description}
      </p>
    );
  return (
    <p className="check" data-state="pending">
      The preview comes when the site is built with your words. This takes a while.
    </p>
  );
}

const STATES: Record<Check['state'], string> = { pending: 'running', success: 'passed', failure: 'failed' };

function CheckLine({ check: { name, state, description, url } }: { check: Check }) {
  return (
    <li className="check" data-state={state}>
      <strong>{name}</strong> {STATES[state]}
      {description !== '' && <span className="check-says">{description}</span>}
      {url !== undefined && (
        <a className="link" href={url} target="_blank" rel="noreferrer">
          Details <span className="unseen">{`of ${name} (opens in another tab)`}</span>
        </a>
      )}
    </li>
  );
}
