import { useStore } from '@nanostores/react';
import { $phase } from './session/session.ts';
import { SignIn } from './session/SignIn.tsx';
import { Editor } from './shell/Editor.tsx';

/** The editor of the words: the sign-in, and what is behind it. */
export function App() {
  const phase = useStore($phase);
  return phase.at === 'in' ? <Editor host={phase.host} account={phase.account} /> : <SignIn phase={phase} />;
}
