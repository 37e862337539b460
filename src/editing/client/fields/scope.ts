import { createContext, use } from 'react';
import type { Data } from '../../core/values.ts';
import type { Change, Mistake, Path } from '../../protocol.ts';
import { change } from '../forms.ts';
import { pathKey, samePath } from '../tokens.ts';

/** The form in which a field stands. */
interface Scope {
  /** The file, or the name of the draft of a file that is still to be made. */
  file: string;
  data: Data;
  mistakes: readonly Mistake[];
}

const Context = createContext<Scope | null>(null);
export const ScopeProvider = Context.Provider;

/** @throws Error outside of a form */
export function useScope(): Scope & { make: (made: Change) => void; mistakesAt: (path: Path) => string[] } {
  const scope = use(Context);
  if (!scope) throw new Error('A field stands in a form.');
  return {
    ...scope,
    make: (made) => change(scope.file, made),
    mistakesAt: (path) =>
      scope.mistakes.filter((mistake) => samePath(mistake.path, path)).map(({ message }) => message),
  };
}

/** The id of what a field is entered in. */
export const fieldId = (path: Path): string => `field/${pathKey(path)}`;
/** The id of the frame around an entry of a list. */
export const entryId = (path: Path): string => `entry/${pathKey(path)}`;
