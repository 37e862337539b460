import { useState, type ClipboardEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useDisclosure } from '../disclosure.ts';
import { linkAt, linked, toggleMark, type Mark, type Selected } from '../markdown-marks.ts';
import { answering } from '../api.ts';
import { MOST_PASTED, pastedMarkdown } from '../pasted-markdown.ts';
import { replaceText, type Box } from '../replace-text.ts';
import { LinkChoice } from './LinkChoice.tsx';

const MARKS: readonly { mark: Mark; key: string; label: string; letter: ReactNode }[] = [
  { mark: 'bold', key: 'b', label: 'Bold', letter: <b>B</b> },
  { mark: 'italic', key: 'i', label: 'Italic', letter: <i>I</i> },
];

const TOO_MUCH = 'This is too much to paste at once. Paste it in parts.';

/** What becomes of a table that is pasted. */
const TABLE =
  'The table is now lines of text: one for each row, with | between the cells. The first row is its heading. The page shows it as a table.';

const selectedIn = (box: Box): Selected => ({
  text: box.value,
  start: box.selectionStart ?? box.value.length,
  end: box.selectionEnd ?? box.value.length,
});

/**
 * Bold, italic and links in a text box with Markdown: by button, by shortcut, and in what is pasted.
 *
 * @param write called with the text if the browser can't insert it as if it had been typed
 * @returns the buttons, what they open, and what the box has to call
 */
export function useMarkdownTools(box: RefObject<Box | null>, write: (text: string) => void) {
  const [hint, setHint] = useState('');
  const { open, close, hide, show, onKeyDown, button, id } = useDisclosure(() =>
    requestAnimationFrame(() => box.current?.focus()),
  );
  const edit = (change: (selected: Selected) => Selected) => {
    if (box.current) replaceText(box.current, change(selectedIn(box.current)), write);
  };

  return {
    buttons: (
      <div className="marks" role="group" aria-label="Formatting">
        {MARKS.map(({ mark, key, label, letter }) => (
          <button
            key={mark}
            type="button"
            className="icon-button"
            aria-label={label}
            aria-keyshortcuts={`Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
            title={label}
            // The box keeps its focus and selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => edit((selected) => toggleMark(mark, selected))}
          >
            {letter}
          </button>
        ))}
        <button {...button} className="link" aria-keyshortcuts="Control+K Meta+K">
          Link
        </button>
      </div>
    ),
    below: (
      <>
        {open && box.current && (
          <div className="link-choice" id={id} onKeyDown={onKeyDown}>
            <LinkChoice
              current={linkAt(selectedIn(box.current))?.address}
              onChoose={(address, title) => {
                hide();
                edit((selected) => linked(selected, address, title));
              }}
              onCancel={close}
            />
          </div>
        )}
        <p className="hint" role="status">
          {hint}
        </p>
      </>
    ),
    onKeyDown: (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
      const key = event.key.toLowerCase();
      const shortcut = MARKS.find((one) => one.key === key);
      if (!shortcut && key !== 'k') return;
      event.preventDefault();
      if (shortcut) edit((selected) => toggleMark(shortcut.mark, selected));
      else show();
    },
    onPaste: (event: ClipboardEvent) => {
      const html = event.clipboardData.getData('text/html');
      if (Math.max(html.length, event.clipboardData.getData('text/plain').length) > MOST_PASTED) {
        event.preventDefault();
        setHint(TOO_MUCH);
        return;
      }
      const pasted = pastedMarkdown(html, location.origin, answering().parseHtml);
      setHint(pasted?.hasTable ? TABLE : '');
      if (!pasted) return;
      event.preventDefault();
      edit(({ text, start, end }) => {
        const cursor = start + pasted.markdown.length;
        return { text: text.slice(0, start) + pasted.markdown + text.slice(end), start: cursor, end: cursor };
      });
    },
  };
}
