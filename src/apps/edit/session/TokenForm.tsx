import { useRef, useState } from 'react';
import { CODE_HOST, hasApp, isStandIn, TOKEN_PAGE } from '../settings.ts';
import { RIGHTS } from './rights.ts';
import { signIn } from './session.ts';

/** Signs in with a token that somebody pastes. */
export function TokenForm() {
  return (
    <section className="token grid gap-8" aria-labelledby="token-title">
      <form className="form content-start" noValidate onSubmit={(event) => event.preventDefault()}>
        <h2 className="text-2xl" id="token-title">
          {hasApp ? 'Or sign in with a token' : 'Sign in with a token'}
        </h2>
        <TokenField />
      </form>
      <Rights />
    </section>
  );
}

function TokenField() {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function send(): Promise<void> {
    const field = input.current;
    if (busy || !field) return;
    const token = field.value.trim();
    if (token === '') {
      setProblem('Paste your token.');
      field.focus();
      return;
    }
    setBusy(true);
    setProblem(undefined);
    const why = await signIn(token);
    setBusy(false);
    setProblem(why);
    // Whoever is in sees the editor now, without this field.
    if (why !== undefined) {
      field.focus();
      field.select();
    }
  }
  return (
    <>
      <div className="field">
        <label className="font-medium" htmlFor="token">
          Token
        </label>
        <p className="hint" id="token-hint">
          Only this page knows it, until you reload or close it. Then it asks again.
        </p>
        <div role="alert">
          {problem !== undefined && (
            <p className="problem" id="token-problem">
              {problem}
            </p>
          )}
        </div>
        <input
          ref={input}
          id="token"
          className="control"
          type="password"
          autoComplete="off"
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={false}
          autoFocus={!hasApp}
          required
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? 'token-hint' : 'token-hint token-problem'}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void send();
          }}
        />
      </div>
      <button type="button" className="button justify-self-start" aria-disabled={busy} onClick={() => void send()}>
        {busy ? 'Checking it …' : 'Sign in'}
      </button>
    </>
  );
}

/** Where a token comes from, and what it has to allow. */
function Rights() {
  return (
    <aside className="grid max-w-prose content-start gap-3 text-sm" aria-labelledby="rights-title">
      <h3 className="text-lg font-bold" id="rights-title">
        Where to get one
      </h3>
      {isStandIn ? (
        <p>On this machine, a stand-in for GitHub runs. The terminal has printed a token to paste.</p>
      ) : (
        <p>
          <a href={TOKEN_PAGE} target="_blank" rel="noreferrer">
            Make a fine-grained token at GitHub<span className="visually-hidden"> (opens in another tab)</span>
          </a>
          {`, for the repository ${CODE_HOST.repository} only. Let it expire within a few months: GitHub mails you before it does.`}
        </p>
      )}
      <p>Under “Repository permissions”, give it these, and no others:</p>
      <table className="rights">
        <thead>
          <tr>
            <th scope="col">Permission</th>
            <th scope="col">Access</th>
            <th scope="col">What it is for</th>
          </tr>
        </thead>
        <tbody>
          {RIGHTS.map(({ name, level, use }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{level}</td>
              <td className="text-soft">{use}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </aside>
  );
}
