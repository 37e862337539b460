import { createContext, use } from 'react';
import type { Data } from '../../core/values.ts';
import type { Change, Mistake, Path } from '../../protocol.ts';
import { change } from '../entries.ts';
import { pathKey, samePath } from '../tokens.ts';

/** The form around a field. */
interface Scope {
  /** The file, or the name of the draft of a new file. */
  file: string;
  data: Data;
  mistakes: readonly Mistake[];
}

const Context = createContext<Scope | null>(null);
export const ScopeProvider = Context.Provider;

/** @throws Error outside of a form */
export function useScope(): Scope & { make: (made: Change) => void; mistakesAt: (path: Path) => string[] } {
  const scope = use(Context);
  if (!scope) throw new Error('useScope needs a ScopeProvider.');
  return {
    ...scope,
    make: (made) => change(scope.file, made),
    mistakesAt: (path) =>
      scope.mistakes.filter((mistake) => samePath(mistake.path, path)).map(({ message }) => message),
  };
}

/** The id of a field's control. */
export const fieldId = (path: Path): string => `field/${pathKey(path)}`;
/** The id of the frame around a list entry. */
export const entryId = (path: Path): string => `entry/${pathKey(path)}`;
