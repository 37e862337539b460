import { pathKey, startsWith } from '../../core/paths.ts';
import { useEffect, useRef } from 'react';
import type { Field } from '../../core/field.ts';
import type { Data } from '../../core/values.ts';
import type { Mistake, Path } from '../../protocol.ts';
import { fieldId } from '../fields/scope.ts';
import { whereOf } from '../form-path.ts';
import { openPlaces } from '../panels.ts';
import { focusSoon, own } from '../shadow.ts';
import { $panel, unfold, type NotDone } from '../state.ts';

/** The id of the title of a {@link MistakeList}. */
export const MISTAKES = 'mistakes-title';

/** The element for a path, or for its nearest ancestor. */
function elementFor(path: Path): HTMLElement | undefined {
  for (let length = path.length; length > 0; length -= 1) {
    const element = own(fieldId(path.slice(0, length)));
    if (element) return element;
  }
  return undefined;
}

/** Focuses a field with a mistake. If the form does not show it, switches to all fields. */
function goToMistake(file: string, path: Path): void {
  const panel = $panel.get();
  unfold([path]);
  const few = panel?.kind === 'form' && panel.file === file && !panel.all ? panel : undefined;
  // A mistake of a whole text is most likely in the paragraph that is shown.
  const part = few?.paths.find((shown) => path.length > 0 && startsWith(shown, path));
  if (few && !part && !own(fieldId(path))) $panel.set({ ...few, all: true });
  requestAnimationFrame(() => {
    // What no field of this form has is in the summary alone.
    const element = elementFor(part ?? path) ?? own(MISTAKES);
    element?.focus();
    element?.scrollIntoView({ block: 'center' });
  });
}

/** Opens the form of another file at the place to change. Closing it leads back. */
function openElsewhere(place: NonNullable<Mistake['elsewhere']>): void {
  const back = $panel.get();
  openPlaces([place], back ? { back } : {});
}

/** Goes to the first mistake when there are new ones, but not when fixed ones leave the list. */
export function useMistakes(file: string, mistakes: readonly Mistake[] | undefined): void {
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    // One that is in no field of this form is known by its message.
    const now = (mistakes ?? []).map(({ path, message }) => (path.length > 0 ? pathKey(path) : message));
    const isNew = now.some((one) => !before.current.includes(one));
    before.current = now;
    const [first] = mistakes ?? [];
    if (!first || !isNew) return;
    if (first.path.length > 0) goToMistake(file, first.path);
    else focusSoon(MISTAKES);
  }, [file, mistakes]);
}

/** Lowercases the first letter for use after a colon, but not in all-caps words: `is too long`. */
const inSentence = (message: string) =>
  /^\p{Lu}\p{Ll}/u.test(message) ? message.charAt(0).toLowerCase() + message.slice(1) : message;

/** All mistakes of a form, each with a link to its field. */
export function Summary({
  file,
  form,
  data,
  mistakes,
}: {
  file: string;
  form: Field;
  data: Data;
  mistakes: readonly Mistake[];
}) {
  const named = mistakes.map(({ path, message, ...rest }) => ({
    path,
    message: path.length > 0 ? `${whereOf(form, data, path)}: ${inSentence(message)}` : message,
    ...rest,
  }));
  return <MistakeList not="saved" mistakes={named} goTo={(path) => goToMistake(file, path)} />;
}

/** Mistakes, each with a link to its place. */
export function MistakeList({
  not,
  mistakes,
  goTo,
}: {
  not: NotDone;
  mistakes: readonly Mistake[];
  goTo?: (path: Path) => void;
}) {
  return (
    <div className="summary" role="group" aria-labelledby={MISTAKES}>
      <h3 id={MISTAKES} tabIndex={-1}>
        {`Not ${not}: ${mistakes.length === 1 ? 'one problem' : `${mistakes.length} problems`} to fix`}
      </h3>
      <ul>
        {mistakes.map(({ path, message, elsewhere }, index) => (
          <li key={`${pathKey(path)} ${index}`}>
            {elsewhere || (goTo && path.length > 0) ? (
              <button
                type="button"
                className="link"
                onClick={() => (elsewhere ? openElsewhere(elsewhere) : goTo?.(path))}
              >
                {message}
              </button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
