import type { Path } from '../../protocol.ts';
import { Icon } from '../Icon.tsx';
import { focusSoon } from '../shadow.ts';
import { $spoken } from '../state.ts';
import { useScope } from './scope.ts';

/**
 * The button that removes a field of a map.
 *
 * @param next the id of the element that gets the focus afterwards
 */
export function EntryRemoval({ path, name, next }: { path: Path; name: string; next: string }) {
  const { make } = useScope();
  return (
    <div className="entry-buttons">
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => {
          make({ do: 'remove', path });
          $spoken.set(`${name} removed. Not saved yet.`);
          focusSoon(next);
        }}
      >
        <Icon name="bin" />
      </button>
    </div>
  );
}
