import { pathKey } from '../../core/paths.ts';
import { Fragment } from 'react';
import type { Field } from '../../core/field.ts';
import type { Data } from '../../core/values.ts';
import { valueAt } from '../../core/values.ts';
import { TEXT, type Path } from '../../protocol.ts';
import { EntryButtons } from '../fields/EntryButtons.tsx';
import { FieldView, GroupFields } from '../fields/FieldView.tsx';
import { Mistakes } from '../fields/Frame.tsx';
import { entryId } from '../fields/scope.ts';
import { TextBlock } from '../fields/TextBlocks.tsx';
import { entryAround, stepsTo } from '../form-path.ts';
import { isHidden } from '../../core/hidden.ts';

/** The fields that were clicked, without the rest of the file. */
export function ChosenFields({ form, data, paths }: { form: Field; data: Data; paths: readonly Path[] }) {
  return paths.map((path) => (
    <Fragment key={pathKey(path)}>
      {/* Mistakes of its ancestors. */}
      {path.slice(1).map((_, index) => (
        <Mistakes key={index} path={path.slice(0, index + 1)} />
      ))}
      <Chosen form={form} data={data} path={path} />
    </Fragment>
  ));
}

function Chosen({ form, data, path }: { form: Field; data: Data; path: Path }) {
  if (path[0] === TEXT && typeof path[1] === 'number') return <TextBlock index={path[1]} alone />;
  const step = stepsTo(form, data, path)?.at(-1);
  if (!step) return <p className="hint">This text is no longer in the file, or your changes have removed it.</p>;
  const entry = entryAround(form, data, path);
  const label = step.field.label;
  const isEntry = entry !== undefined && entry.path.length === path.length - 1;
  const fields =
    isEntry && step.field.kind === 'group' ? (
      <GroupFields fields={step.field.fields} path={path} />
    ) : (
      <FieldView field={isEntry ? { ...step.field, label: `${label} ${entry.index + 1}` } : step.field} path={path} />
    );
  const around = aroundOf(form, data, path);
  if (!entry)
    return (
      <div className="chosen">
        {around !== '' && <p className="above">{around}</p>}
        {fields}
      </div>
    );
  const list = valueAt(data, entry.path);
  const count = Array.isArray(list) ? list.length : 0;
  return (
    <div className="entry alone" id={entryId([...entry.path, entry.index])}>
      <div className="entry-head">
        <p className="entry-place">
          {`${entry.list.items.label}: entry ${entry.index + 1} of ${count}`}
          {isHidden(valueAt(data, [...entry.path, entry.index])) && ', hidden'}
        </p>
        <EntryButtons
          list={entry.list}
          path={entry.path}
          index={entry.index}
          count={count}
          name={`${entry.list.items.label} ${entry.index + 1}`}
          alone
        />
      </div>
      {around !== '' && !isEntry && <p className="above">{around}</p>}
      {fields}
    </div>
  );
}

/** The labels of the groups around a field, up to the list entry: `Fields › Name`. */
function aroundOf(form: Field, data: Data, path: Path): string {
  const from = path.findLastIndex((part) => typeof part === 'number') + 1;
  const labels = path
    .slice(from, -1)
    .map((_, index) => stepsTo(form, data, path.slice(0, from + index + 1))?.at(-1)?.field.label);
  return labels.filter(Boolean).join(' › ');
}
