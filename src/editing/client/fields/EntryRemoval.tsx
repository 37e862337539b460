import type { Path } from '../../protocol.ts';
import { Icon } from '../Icon.tsx';
import { focusSoon } from '../shadow.ts';
import { $spoken } from '../state.ts';
import { useScope } from './scope.ts';

/**
 * The button that removes a field with a free name.
 *
 * @param next the id of what gets the focus then
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
          $spoken.set(`${name} is removed. It is not saved yet.`);
          focusSoon(next);
        }}
      >
        <Icon name="bin" />
      </button>
    </div>
  );
}
