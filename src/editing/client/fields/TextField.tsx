import { useStore } from '@nanostores/react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { TextField as Text } from '../../core/field.ts';
import { valueAt } from '../../core/values.ts';
import { SITE_FILE } from '../placeholders.ts';
import { replaceText, type Box } from '../replace-text.ts';
import { inOneLine, rewrapped, unwrapped } from '../soft-lines.ts';
import { $entries } from '../state.ts';
import { Frame, type FieldProps } from './Frame.tsx';
import { useMarkdownTools } from './markdown-tools.tsx';
import { InsertFigure, References, Uses } from './References.tsx';
import { fieldId, useScope } from './scope.ts';

/** How many characters fit on a line of the panel. Texts that can be longer get a text area. */
const ONE_LINE = 40;

/** Fits the height of a text area to its text, where the browser lacks `field-sizing`. */
function fitHeight(area: Box | null): void {
  if (!(area instanceof HTMLTextAreaElement) || CSS.supports('field-sizing', 'content')) return;
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + 6}px`;
}

function Counter({ text, field, id }: { text: string; field: Text; id: string }) {
  const { limit } = field;
  if (limit === undefined) return null;
  const over = text.length - limit;
  return (
    <p className={over > 0 ? 'counter over' : 'counter'} id={id}>
      {`${text.length} / ${limit}`}
      {over > 0 && `, ${over} too many`}
      {/* Announced once, not on every key press. */}
      <span role="status" className="unseen">
        {over > 0 && 'Too long'}
      </span>
    </p>
  );
}

/**
 * A text of one or more lines.
 *
 * @param markdown whether it is a Markdown block, which can have line breaks
 * @param names the allowed placeholders, if the field does not define them
 */
export function TextField({
  field,
  path,
  markdown = false,
  names = field.placeholders ?? [],
}: FieldProps<Text> & { markdown?: boolean; names?: readonly string[] }) {
  const { data, file, make } = useScope();
  const box = useRef<Box | null>(null);
  const entry = useStore($entries)[file];
  const value = valueAt(data, path);
  const kept = typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
  // A typed line break stays visible, even if it is not significant.
  const [typed, setTyped] = useState({ kept: '', shown: '' });
  const text = !markdown ? kept : typed.kept === kept ? typed.shown : unwrapped(kept);
  useLayoutEffect(() => fitHeight(box.current), [text]);

  const before = entry && valueAt(entry.data, path);
  const lines = markdown || (typeof before === 'string' && before.includes('\n'));
  // Decided once: another kind of box, in the middle of a word, would not have the focus.
  const [wasLong] = useState(text.length > ONE_LINE);
  const long = lines || wasLong || (field.limit ?? ONE_LINE) > ONE_LINE;
  const write = (shown: string) => {
    if (markdown) {
      const value = rewrapped(kept, shown);
      setTyped({ kept: value, shown });
      make({ do: 'set', path, value });
    } else {
      // A text of one paragraph has no line breaks, even if they were pasted.
      make({ do: 'set', path, value: lines ? shown : inOneLine(shown) });
    }
  };
  const insert = (name: string) => {
    if (!box.current) return;
    const [start, end] = [box.current.selectionStart ?? text.length, box.current.selectionEnd ?? text.length];
    const cursor = start + name.length + 2;
    const inserted = `${text.slice(0, start)}{${name}}${text.slice(end)}`;
    replaceText(box.current, { text: inserted, start: cursor, end: cursor }, write);
  };
  const tools = useMarkdownTools(box, write);
  const [brokeLine, setBrokeLine] = useState(false);

  const counterId = `${fieldId(path)}:counter`;
  return (
    <Frame
      field={field}
      path={path}
      further={field.limit === undefined ? [] : [counterId]}
      below={
        <>
          <div className="below">
            {markdown && tools.buttons}
            {names.length > 0 ? <InsertFigure names={names} onInsert={insert} /> : <span />}
            <Counter text={text} field={field} id={counterId} />
          </div>
          {markdown && tools.below}
          <p className="hint" role="status">
            {brokeLine && 'This text is one paragraph: it has no line breaks and no lists.'}
          </p>
          <References text={text} names={names} />
          {file === SITE_FILE && <Uses path={path} />}
        </>
      }
    >
      {(control) => {
        const shared = {
          ...control,
          value: text,
          spellCheck: true,
          onChange: ({ target }: { target: Box }) => {
            write(target.value);
            if (lines || !target.value.includes('\n')) return;
            // Without the line breaks that were pasted, it is another text, at whose end the browser puts the cursor.
            const at = inOneLine(target.value.slice(0, target.selectionStart ?? 0)).length;
            requestAnimationFrame(() => box.current?.setSelectionRange(at, at));
          },
        };
        return long ? (
          <textarea
            {...shared}
            rows={1}
            ref={(element) => {
              box.current = element;
            }}
            onPaste={markdown ? tools.onPaste : undefined}
            onKeyDown={(event) => {
              if (markdown) tools.onKeyDown(event);
              // The line break would be lost in the file, and Enter must not submit the form.
              const refused = event.key === 'Enter' && !lines && !event.ctrlKey && !event.metaKey;
              if (refused) event.preventDefault();
              setBrokeLine(refused);
            }}
          />
        ) : (
          <input
            {...shared}
            type={field.format ?? 'text'}
            ref={(element) => {
              box.current = element;
            }}
          />
        );
      }}
    </Frame>
  );
}
