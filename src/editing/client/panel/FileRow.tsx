import { pathKey } from '../../core/paths.ts';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Listed } from '../../protocol.ts';
import { newPanel } from '../new-draft.ts';
import { openFile, openPanel } from '../panels.ts';
import { remove } from '../saving.ts';
import type { Found } from '../search.ts';
import { focusSoon } from '../shadow.ts';
import { $content, $panel, $pending, $toShow, drafts } from '../state.ts';
import { Pieces } from './Pieces.tsx';

/** The maximum number of search hits shown for a file. */
const MOST_HITS = 6;

/** A file in the list of all content, with its search hits. */
export function FileRow({ found: { file, hits }, query }: { found: Found; query: string }) {
  const draft = useStore(drafts.$all)[file.file];
  const rowId = `file/${file.file}`;
  const back = { kind: 'content', query, at: rowId } as const;
  return (
    <li className="file">
      <div className="file-head">
        <button type="button" className="row" id={rowId} onClick={() => openFile(file.file, { all: true, back })}>
          <strong>{file.title}</strong>
          {draft && <span className="badge">Not saved</span>}
          {file.hidden && <span className="badge">Hidden</span>}
          <span className="row-text">{file.file}</span>
        </button>
        <div className="file-tools">
          {file.page !== undefined && !file.hidden && (
            <a
              className="link"
              href={file.page}
              onClick={() => {
                $panel.set(null);
                $toShow.set(file.file);
              }}
              aria-label={`See it on the page: ${file.title}`}
            >
              See it on the page
            </a>
          )}
          {file.free && <FreeTools file={file} />}
        </div>
      </div>
      {hits.length > 0 && (
        <ul className="hits">
          {hits.slice(0, MOST_HITS).map(({ path, where, pieces }) => (
            <li key={pathKey(path)}>
              <button
                type="button"
                className="hit"
                id={`hit/${file.file}/${pathKey(path)}`}
                onClick={({ currentTarget: { id } }) =>
                  openFile(file.file, { paths: [path], all: true, back: { ...back, at: id } })
                }
              >
                <span className="row-name">{where}</span>
                <span>
                  <Pieces pieces={pieces} as="mark" />
                </span>
              </button>
            </li>
          ))}
          {hits.length > MOST_HITS && <li className="hint">{`and ${hits.length - MOST_HITS} more`}</li>}
        </ul>
      )}
    </li>
  );
}

/** The buttons that copy a file, and delete it after confirmation. */
function FreeTools({ file }: { file: Listed }) {
  const content = useStore($content);
  const pending = useStore($pending);
  const [asking, setAsking] = useState(false);
  const folder = content?.folders.find((one) => file.file.startsWith(one.folder));
  const yes = `delete/${file.file}`;
  const ask = `ask/${file.file}`;
  if (asking)
    return (
      <div className="confirm" role="group" aria-label={`Delete “${file.title}”?`}>
        <span>{`Delete “${file.title}”? You can restore it from “Last saves”.`}</span>
        <button
          type="button"
          className="button danger small"
          id={yes}
          disabled={pending !== null}
          onClick={() => void remove(file.file)}
        >
          Delete it
        </button>
        <button
          type="button"
          className="button quiet small"
          onClick={() => {
            setAsking(false);
            focusSoon(ask);
          }}
        >
          Keep it
        </button>
      </div>
    );
  return (
    <>
      {folder && (
        <button
          type="button"
          className="link"
          aria-label={`Duplicate: ${file.title}`}
          onClick={() => openPanel(newPanel(folder, file.file))}
        >
          Duplicate
        </button>
      )}
      <button
        type="button"
        className="link"
        id={ask}
        aria-label={`Delete: ${file.title}`}
        onClick={() => {
          setAsking(true);
          focusSoon(yes);
        }}
      >
        Delete
      </button>
    </>
  );
}
