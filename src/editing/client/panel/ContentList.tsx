import { useStore } from '@nanostores/react';
import { useMemo, type ReactNode } from 'react';
import type { Folder, Listed } from '../../protocol.ts';
import { openNew } from '../new-draft.ts';
import { draftNameOf } from '../new-file.ts';
import { openFile } from '../panels.ts';
import { search } from '../search.ts';
import { $content, $unsaved, titleOf, type Panel } from '../state.ts';
import { FileRow } from './FileRow.tsx';

interface Props {
  query: string;
  onQuery: (query: string) => void;
  /** The files to list first. */
  first?: ReadonlySet<string>;
  /** The heading that a file is listed under; by default that of its kind, which has a button to add one. */
  groupOf?: (file: Listed) => string;
  /** Shown if no text has the words that are searched for. */
  empty?: ReactNode;
  /** The panel that the form of a file leads back to, if this list is in one. `at` is the id of the row. */
  backTo?: (at: string | undefined) => Panel;
}

const kindOf = ({ group }: Listed): string => group;

/** Everything that can be edited, with search and buttons to add, copy and delete files. */
export function ContentList({ query, onQuery, first, groupOf = kindOf, empty, backTo }: Props) {
  const content = useStore($content);
  const found = useMemo(() => search(content?.files ?? [], query), [content, query]);
  const chosen = found.filter(({ file }) => first?.has(file.file));
  const groups = [...new Set([...chosen, ...found].map(({ file }) => groupOf(file)))];
  const folders = content?.folders ?? [];
  const ofKind = groupOf === kindOf ? folders : [];
  const unlisted = ofKind.filter(({ group }) => query === '' && !groups.includes(group));
  const hits = found.reduce((sum, { hits }) => sum + Math.max(hits.length, 1), 0);
  return (
    <>
      <div className="field search" role="search">
        <label htmlFor="search">Search all texts</label>
        <input
          id="search"
          type="search"
          className="control"
          data-first
          value={query}
          onChange={({ target }) => onQuery(target.value)}
        />
        <p className="hint" role="status">
          {query.trim() !== '' &&
            (found.length === 0
              ? 'No text has these words.'
              : `Found ${hits} in ${found.length} ${found.length === 1 ? 'entry' : 'entries'}.`)}
        </p>
      </div>
      {query.trim() !== '' && found.length === 0 && empty}
      {query === '' && <Unsaved folders={folders} backTo={backTo} />}
      {!content && <p className="hint">Reading all content…</p>}
      {groups.map((group) => (
        <section className="group" key={group} aria-label={group}>
          <div className="group-head">
            <h3>{group}</h3>
            {ofKind
              .filter((folder) => folder.group === group)
              .map((folder) => (
                <NewButton key={folder.folder} folder={folder} />
              ))}
          </div>
          <ul className="files">
            {found
              .filter(({ file }) => groupOf(file) === group)
              .map((one) => (
                <FileRow key={one.file.file} found={one} backTo={backTo} />
              ))}
          </ul>
        </section>
      ))}
      {unlisted.map((folder) => (
        <section className="group" key={folder.folder} aria-label={folder.group}>
          <div className="group-head">
            <h3>{folder.group}</h3>
            <NewButton folder={folder} />
          </div>
        </section>
      ))}
    </>
  );
}

function NewButton({ folder }: { folder: Folder }) {
  return (
    <button
      type="button"
      className="button quiet small"
      aria-label={`New in ${folder.group}`}
      onClick={() => openNew(folder, '')}
    >
      New …
    </button>
  );
}

/** All drafts, including those of new files. */
function Unsaved({ folders, backTo }: { folders: readonly Folder[]; backTo: Props['backTo'] }) {
  const unsaved = useStore($unsaved);
  if (unsaved.length === 0) return null;
  return (
    <section className="group" aria-label="Not saved yet">
      <div className="group-head">
        <h3>Not saved yet</h3>
      </div>
      <ul className="files">
        {unsaved.map(({ file, title }) => {
          const folder = folders.find((one) => draftNameOf(one.folder) === file);
          const open = () =>
            folder
              ? openNew(folder, undefined)
              : openFile(file, { all: true, ...(backTo && { back: backTo(undefined) }) });
          return (
            <li key={file}>
              <button type="button" className="row" onClick={open}>
                <strong>{folder ? `Draft: ${title}` : titleOf(file)}</strong>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
