import { pathKey, samePath } from '../../core/paths.ts';
import { createContext, use } from 'react';
import type { Data } from '../../core/values.ts';
import type { Change, Mistake, Path, Value } from '../../protocol.ts';
import { change } from '../entries.ts';
import { focusFirstIn } from '../shadow.ts';
import { $panel } from '../state.ts';

/** The form around a field. */
interface Scope {
  /** The file, or the name of the draft of a new file. */
  file: string;
  data: Data;
  mistakes: readonly Mistake[];
}

const Context = createContext<Scope | null>(null);
export const ScopeProvider = Context.Provider;

interface FormScope extends Scope {
  make: (made: Change) => void;
  /**
   * Inserts a list entry and moves the focus to it.
   *
   * @param alone whether the form shows only one entry; then it shows the new one
   */
  insert: (path: Path, value: Value, alone: boolean) => void;
  mistakesAt: (path: Path) => string[];
}

/** @throws Error outside of a form */
export function useScope(): FormScope {
  const scope = use(Context);
  if (!scope) throw new Error('useScope needs a ScopeProvider.');
  const make = (made: Change) => change(scope.file, made);
  return {
    ...scope,
    make,
    insert: (path, value, alone) => {
      make({ do: 'insert', path, value });
      const panel = $panel.get();
      if (alone && panel?.kind === 'form') $panel.set({ ...panel, paths: [path] });
      focusFirstIn(entryId(path));
    },
    mistakesAt: (path) =>
      scope.mistakes.filter((mistake) => samePath(mistake.path, path)).map(({ message }) => message),
  };
}

/** The id of a field's control. */
export const fieldId = (path: Path): string => `field/${pathKey(path)}`;
/** The id of the frame around a list entry. */
export const entryId = (path: Path): string => `entry/${pathKey(path)}`;
