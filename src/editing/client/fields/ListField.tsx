import { pathKey, samePath } from '../../core/paths.ts';
import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import type { Field, ListField as List } from '../../core/field.ts';
import { isGroup, valueAt } from '../../core/values.ts';
import type { Listed, Path, Value } from '../../protocol.ts';
import { shapeOf } from '../form-path.ts';
import { isHidden } from '../../core/hidden.ts';
import { initialValue } from '../initial-value.ts';
import { filesOf, nameOf } from '../new-file.ts';
import { focusFirstIn } from '../shadow.ts';
import { $content, $unfolded } from '../state.ts';
import { firstText } from '../values.ts';
import { EntryButtons, rangeOf } from './EntryButtons.tsx';
import { FieldView, GroupFields } from './FieldView.tsx';
import { Fieldset, Mistakes, type FieldProps } from './Frame.tsx';
import { entryId, useScope } from './scope.ts';

/** A list whose entries can be added, removed and moved. Entries with several fields are collapsed. */
export function ListField({ field, path }: FieldProps<List>) {
  const { data, make } = useScope();
  const value = valueAt(data, path);
  const entries = Array.isArray(value) ? value : [];
  const range = rangeOf(field);
  const add = () => {
    if (!Array.isArray(value)) make({ do: 'set', path, value: [initialValue(field.items)] });
    else make({ do: 'insert', path: [...path, entries.length], value: initialValue(field.items) });
    focusFirstIn(entryId([...path, entries.length]));
  };
  return (
    <Fieldset
      field={field}
      path={path}
      note={
        <p className="hint">
          {entries.length === 1 ? '1 entry' : `${entries.length} entries`}
          {range !== undefined && `. ${range} fit.`}
        </p>
      }
    >
      <ol className="entries">
        {entries.map((entry, index) => (
          <li key={index}>
            <Entry list={field} path={path} index={index} count={entries.length} value={entry} />
          </li>
        ))}
      </ol>
      {entries.length < (field.most ?? Infinity) && (
        <button type="button" className="button quiet" onClick={add}>
          {`Add: ${field.items.label}`}
        </button>
      )}
    </Fieldset>
  );
}

interface EntryProps {
  list: List;
  path: Path;
  index: number;
  count: number;
  value: Value;
}

function Entry({ list, path, index, count, value }: EntryProps) {
  const place = [...path, index];
  const content = useStore($content);
  const name = `${list.items.label} ${index + 1}`;
  const shape = shapeOf(list.items, value);
  const folds = shape.kind === 'group' || shape.kind === 'list' || shape.kind === 'map' || list.items.kind === 'union';
  const buttons = <EntryButtons list={list} path={path} index={index} count={count} name={name} />;
  if (!folds)
    return (
      <div className="entry plain" id={entryId(place)}>
        <FieldView field={{ ...list.items, label: name }} path={place} />
        {buttons}
      </div>
    );
  return (
    <Folding
      path={place}
      name={isHidden(value) ? `${name}, hidden` : name}
      about={referredTitle(list.items, value, content?.files ?? []) ?? firstText(value)}
      buttons={buttons}
    >
      {list.items.kind === 'group' ? (
        <>
          <Mistakes path={place} />
          <GroupFields fields={list.items.fields} path={place} />
        </>
      ) : (
        <FieldView field={list.items} path={place} />
      )}
    </Folding>
  );
}

/** The title of the file that an entry refers to. */
function referredTitle(field: Field, value: Value, files: readonly Listed[]): string | undefined {
  if (field.kind !== 'group' || !isGroup(value)) return undefined;
  const titles = Object.entries(field.fields).flatMap(([key, inner]) =>
    inner.kind === 'reference' ? filesOf(inner.folder, files).filter(({ file }) => nameOf(file) === value[key]) : [],
  );
  return titles[0]?.title;
}

interface FoldingProps {
  path: Path;
  name: string;
  /** Its first text, as a summary. */
  about: string;
  buttons: ReactNode;
  children: ReactNode;
}

/** An entry that shows its fields when it is unfolded. */
function Folding({ path, name, about, buttons, children }: FoldingProps) {
  const unfolded = useStore($unfolded);
  const open = unfolded.some((place) => samePath(place, path));
  const toggle = () => $unfolded.set(open ? unfolded.filter((place) => !samePath(place, path)) : [...unfolded, path]);
  const bodyId = `body/${pathKey(path)}`;
  return (
    <div className="entry folding" id={entryId(path)}>
      <div className="entry-head">
        <button type="button" className="fold" aria-expanded={open} aria-controls={bodyId} onClick={toggle}>
          <span className="fold-name">{name}</span>
          {about !== '' && <span className="fold-about">{about}</span>}
        </button>
        {buttons}
      </div>
      {open && (
        <div className="entry-body" id={bodyId}>
          {children}
        </div>
      )}
    </div>
  );
}
