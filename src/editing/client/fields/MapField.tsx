import { useId, useState } from 'react';
import type { MapField as Map } from '../../core/field.ts';
import { isGroup, valueAt } from '../../core/values.ts';
import { Icon } from '../Icon.tsx';
import { initialValue } from '../initial-value.ts';
import { focusSoon } from '../shadow.ts';
import { $spoken } from '../state.ts';
import { FieldView } from './FieldView.tsx';
import { Fieldset, type FieldProps } from './Frame.tsx';
import { fieldId, useScope } from './scope.ts';

/** Fields with arbitrary names, which can be added and removed. */
export function MapField({ field, path }: FieldProps<Map>) {
  const { data, make } = useScope();
  const [name, setName] = useState('');
  const id = useId();
  const value = valueAt(data, path);
  const entries = isGroup(value) ? Object.keys(value) : [];
  const key = name.trim();
  const taken = entries.includes(key);
  const add = () => {
    if (key === '' || taken) return;
    make({ do: 'set', path: [...path, key], value: initialValue(field.values) });
    setName('');
    focusSoon(fieldId([...path, key]));
  };
  return (
    <Fieldset field={field} path={path}>
      {entries.map((entry) => (
        <div className="entry plain" key={entry}>
          <FieldView field={{ ...field.values, label: entry }} path={[...path, entry]} />
          <div className="entry-buttons">
            <button
              type="button"
              className="icon-button"
              aria-label={`Remove ${entry}`}
              title="Remove"
              onClick={() => {
                make({ do: 'remove', path: [...path, entry] });
                $spoken.set(`${entry} removed. Not saved yet.`);
                focusSoon(fieldId(path));
              }}
            >
              <Icon name="bin" />
            </button>
          </div>
        </div>
      ))}
      <div className="field">
        <label htmlFor={id}>Add a field named</label>
        <div className="with-button">
          <input
            id={id}
            className="control"
            value={name}
            aria-describedby={taken ? `${id}:taken` : undefined}
            onChange={({ target }) => setName(target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
          />
          <button type="button" className="button quiet" disabled={key === '' || taken} onClick={add}>
            Add
          </button>
        </div>
        {taken && (
          <p className="mistake" id={`${id}:taken`}>
            A field with this name already exists.
          </p>
        )}
      </div>
    </Fieldset>
  );
}
