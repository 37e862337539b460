import { useStore } from '@nanostores/react';
import type {
  ChoiceField as Choice,
  DayField as Day,
  NumberField as Num,
  ReferenceField as Ref,
  SwitchField as Switch,
} from '../../core/field.ts';
import { valueAt } from '../../core/values.ts';
import { filesOf, nameOf } from '../new-file.ts';
import { placeholder } from '../placeholders.ts';
import { $site } from '../site.ts';
import { $content } from '../state.ts';
import { nameOfPath } from '../tokens.ts';
import { Frame, Hint, Mistakes, useDescription, type FieldProps } from './Frame.tsx';
import { fieldId, useScope } from './scope.ts';

function useText({ path }: FieldProps): string {
  const value = valueAt(useScope().data, path);
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}

/** A number field. Invalid input is kept as text, so that nothing is lost and the schema reports what is wrong. */
export function NumberField({ field, path }: FieldProps<Num>) {
  const { make } = useScope();
  const text = useText({ field, path });
  const range = [
    field.least !== undefined && `at least ${field.least}`,
    field.most !== undefined && `at most ${field.most}`,
  ].filter(Boolean);
  const rangeId = `${fieldId(path)}:range`;
  return (
    <Frame
      field={field}
      path={path}
      further={range.length > 0 ? [rangeId] : []}
      below={
        range.length > 0 && (
          <p className="hint" id={rangeId}>
            {`${field.whole ? 'A whole number' : 'A number'}, ${range.join(' and ')}`}
          </p>
        )
      }
    >
      {(control) => (
        <input
          {...control}
          inputMode={field.whole ? 'numeric' : 'decimal'}
          value={text}
          onChange={({ target: { value } }) => {
            const isNumber = value.trim() !== '' && Number.isFinite(Number(value)) && String(Number(value)) === value;
            make({ do: 'set', path, value: isNumber ? Number(value) : value });
          }}
        />
      )}
    </Frame>
  );
}

/** Yes or no. */
export function SwitchField({ field, path }: FieldProps<Switch>) {
  const { data, make, mistakesAt } = useScope();
  const on = valueAt(data, path) === true;
  const described = useDescription({ field, path });
  return (
    <div className="field">
      <div className="switch">
        <input
          type="checkbox"
          id={fieldId(path)}
          checked={on}
          aria-invalid={mistakesAt(path).length > 0 || undefined}
          aria-describedby={described}
          onChange={() => make({ do: 'set', path, value: !on })}
        />
        <label htmlFor={fieldId(path)}>{field.label}</label>
      </div>
      <Hint field={field} path={path} />
      <Mistakes path={path} />
    </div>
  );
}

/** A choice with readable options: the key of a figure is shown with its value. */
export function ChoiceField({ field, path }: FieldProps<Choice>) {
  const { make } = useScope();
  const site = useStore($site);
  const text = useText({ field, path });
  const name = (option: string) => {
    const figure = placeholder(option, site);
    return figure.about === undefined ? nameOfPath([option]) : `${figure.value ?? option}: ${figure.about}`;
  };
  return (
    <Frame field={field} path={path}>
      {(control) => (
        <select {...control} value={text} onChange={({ target }) => make({ do: 'set', path, value: target.value })}>
          {!field.options.includes(text) && <option value={text}>{text || 'Choose'}</option>}
          {field.options.map((option) => (
            <option key={option} value={option}>
              {name(option)}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}

/** A day, in the browser's date picker. */
export function DayField({ field, path }: FieldProps<Day>) {
  const { make } = useScope();
  const text = useText({ field, path });
  return (
    <Frame field={field} path={path}>
      {(control) => (
        <input
          {...control}
          type="date"
          aria-invalid={control['aria-invalid'] ?? false}
          value={text}
          onChange={({ target }) => make({ do: 'set', path, value: target.value })}
        />
      )}
    </Frame>
  );
}

/** A reference to another content file, by title. */
export function ReferenceField({ field, path }: FieldProps<Ref>) {
  const { make } = useScope();
  const content = useStore($content);
  const text = useText({ field, path });
  const files = filesOf(field.folder, content?.files ?? []);
  return (
    <Frame field={field} path={path}>
      {(control) => (
        <select {...control} value={text} onChange={({ target }) => make({ do: 'set', path, value: target.value })}>
          {!files.some(({ file }) => nameOf(file) === text) && <option value={text}>{text || 'Choose'}</option>}
          {files.map(({ file, title }) => (
            <option key={file} value={nameOf(file)}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Frame>
  );
}
