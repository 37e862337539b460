import { pathKey } from '../../core/paths.ts';
import type { ListField } from '../../core/field.ts';
import { valueAt } from '../../core/values.ts';
import type { Path } from '../../protocol.ts';
import { initialValue } from '../initial-value.ts';
import { focusSoon } from '../shadow.ts';
import { $spoken } from '../state.ts';
import { Icon } from '../Icon.tsx';
import { canHide, HIDDEN, isHidden } from '../../core/hidden.ts';
import { fieldId, useScope } from './scope.ts';

interface Props {
  list: ListField;
  /** Of the list. */
  path: Path;
  index: number;
  count: number;
  /** The name of the entry, for example `Item 2`. */
  name: string;
  /** Whether the form shows only this entry. */
  alone?: boolean;
}

const buttonId = (path: Path, index: number, what: string) => `${what}/${pathKey([...path, index])}`;

/** Buttons that move, remove and add list entries, within the limits of the list. */
export function EntryButtons({ list, path, index, count, name, alone = false }: Props) {
  const { data, make, insert } = useScope();
  const { least = 0, most = Infinity } = list;
  const hidden = isHidden(valueAt(data, [...path, index]));
  const entries = valueAt(data, path);
  const shown = Array.isArray(entries) ? entries.filter((entry) => !isHidden(entry)).length : 0;

  function move(to: number) {
    make({ do: 'move', path: [...path, index], to });
    $spoken.set(`${name} moved to position ${to + 1} of ${count}.`);
    const [first, second] = to < index ? ['up', 'down'] : ['down', 'up'];
    focusSoon(buttonId(path, to, first), buttonId(path, to, second));
  }
  function remove() {
    make({ do: 'remove', path: [...path, index] });
    $spoken.set(`${name} removed. Not saved yet.`);
    const next = Math.min(index, count - 2);
    focusSoon(buttonId(path, next, 'remove'), buttonId(path, next, 'up'), buttonId(path, next, 'down'), fieldId(path));
  }

  function hide(yes: boolean) {
    const place = [...path, index, HIDDEN];
    make(yes ? { do: 'set', path: place, value: true } : { do: 'remove', path: place });
    $spoken.set(`${name} ${yes ? 'hidden' : 'shown again'}. Not saved yet.`);
  }

  return (
    <div className="entry-buttons" role="group" aria-label={name}>
      {count > 1 && (
        <>
          <button
            type="button"
            className="icon-button"
            id={buttonId(path, index, 'up')}
            aria-label={`Move up: ${name}`}
            title="Move up"
            disabled={index === 0}
            onClick={() => move(index - 1)}
          >
            <Icon name="up" />
          </button>
          <button
            type="button"
            className="icon-button"
            id={buttonId(path, index, 'down')}
            aria-label={`Move down: ${name}`}
            title="Move down"
            disabled={index === count - 1}
            onClick={() => move(index + 1)}
          >
            <Icon name="down" />
          </button>
        </>
      )}
      {canHide(list) && (
        <button
          type="button"
          className="icon-button"
          id={buttonId(path, index, 'hide')}
          aria-label={`${hidden ? 'Show' : 'Hide'}: ${name}`}
          title={hidden ? 'Show it again' : shown <= least ? `At least ${least} are shown` : 'Hide it'}
          disabled={!hidden && shown <= least}
          onClick={() => hide(!hidden)}
        >
          <Icon name={hidden ? 'show' : 'hide'} />
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        id={buttonId(path, index, 'add')}
        aria-label={`Add another after ${name}`}
        title={count >= most ? `At most ${most}` : 'Add another after it'}
        disabled={count >= most}
        onClick={() => insert([...path, index + 1], initialValue(list.items), alone)}
      >
        <Icon name="plus" />
      </button>
      <button
        type="button"
        className="icon-button"
        id={buttonId(path, index, 'remove')}
        aria-label={`Remove ${name}`}
        title={count <= least ? `At least ${least}` : 'Remove'}
        disabled={count <= least}
        onClick={remove}
      >
        <Icon name="bin" />
      </button>
    </div>
  );
}

/** The limits of a list, in words; undefined if it has none. */
export function rangeOf({ least, most }: ListField): string | undefined {
  if (least !== undefined && least === most) return `Exactly ${least}`;
  if (least !== undefined && most !== undefined) return `${least} to ${most}`;
  if (most !== undefined) return `At most ${most}`;
  return least === undefined ? undefined : `At least ${least}`;
}
