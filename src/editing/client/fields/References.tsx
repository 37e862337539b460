import { useStore } from '@nanostores/react';
import { namesIn } from '../../core/names-in.ts';
import type { Path } from '../../protocol.ts';
import { useDisclosure } from '../disclosure.ts';
import { openFile } from '../panels.ts';
import { nameAt, placeholder, SITE_FILE } from '../placeholders.ts';
import { $site } from '../site.ts';
import { $content, $panel } from '../state.ts';

/**
 * The values of a text's placeholders, each with a button that changes it.
 *
 * @param names the allowed placeholders
 */
export function References({ text, names }: { text: string; names: readonly string[] }) {
  const site = useStore($site);
  const panel = useStore($panel);
  const found = namesIn(text).map((name) => placeholder(name, site));
  if (found.length === 0 || !site || names.length === 0) return null;
  return (
    <ul className="references">
      {found.map(({ name, value, path }) => (
        <li key={name}>
          {value !== undefined && path ? (
            <>
              <span>
                <code>{`{${name}}`}</code> is {value}
              </span>
              <button
                type="button"
                className="link"
                aria-label={`Change it: ${value}`}
                onClick={() =>
                  openFile(SITE_FILE, {
                    paths: [path],
                    // On the same side as the form that it replaces.
                    ...(panel && { back: panel }),
                    ...(panel && 'left' in panel && panel.left && { left: true }),
                  })
                }
              >
                Change it
              </button>
            </>
          ) : names.includes(name) ? (
            <span>
              <code>{`{${name}}`}</code> is filled in for each visitor. Leave it in.
            </span>
          ) : (
            <span className="warning">
              There is no placeholder <code>{`{${name}}`}</code>. Correct the name, or write it without braces.
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The entries that a value of content/site.yaml is part of, so that nobody changes more than they know of. */
export function Uses({ path }: { path: Path }) {
  const files = useStore($content)?.files ?? [];
  const name = nameAt(path);
  if (name === undefined) return null;
  const titles = files.filter(({ uses }) => uses.includes(name)).map(({ group, title }) => `${group}: ${title}`);
  return (
    <p className="hint">
      {titles.length === 0
        ? 'No other entry uses it.'
        : `A change shows in ${titles.length === 1 ? 'one other entry' : `${titles.length} other entries`}: ${titles.join('; ')}.`}
    </p>
  );
}

/** A list of placeholders to insert at the cursor. */
export function InsertFigure({ names, onInsert }: { names: readonly string[]; onInsert: (name: string) => void }) {
  const site = useStore($site);
  const { open, hide, onKeyDown, button, id } = useDisclosure();
  return (
    <div className="insert" onKeyDown={onKeyDown}>
      <button {...button} className="link">
        Insert a number or name
      </button>
      {open && (
        <ul className="insert-list" id={id}>
          {names.map((name) => {
            const { value, about } = placeholder(name, site);
            return (
              <li key={name}>
                <button
                  type="button"
                  onClick={() => {
                    hide();
                    onInsert(name);
                  }}
                >
                  <strong>{value ?? `{${name}}`}</strong>
                  <span>{about ?? (value === undefined ? 'filled in for each visitor' : `{${name}}`)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
