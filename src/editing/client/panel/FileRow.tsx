import { useStore } from '@nanostores/react';
import { pathKey } from '../../core/paths.ts';
import type { Path } from '../../protocol.ts';
import { openFile } from '../panels.ts';
import type { Found } from '../search.ts';
import { $panel, drafts, type Panel } from '../state.ts';
import { FileTools } from './FileTools.tsx';
import { Pieces } from './Pieces.tsx';

/** The maximum number of search hits shown for a file. */
const MOST_HITS = 6;

interface Props {
  found: Found;
  /** The panel that the form leads back to, if this row is in one. */
  backTo: ((at: string) => Panel) | undefined;
}

/** A file in the list of all content, with its search hits. */
export function FileRow({ found: { file, hits }, backTo }: Props) {
  const draft = useStore(drafts.$all)[file.file];
  const panel = useStore($panel);
  const rowId = `file/${file.file}`;
  const open = (id: string, paths: readonly Path[] = []) =>
    openFile(file.file, { paths, all: true, ...(backTo && { back: backTo(id) }) });
  return (
    <li className="file">
      <div className="file-head">
        <button
          type="button"
          className="row"
          id={rowId}
          aria-current={(panel?.kind === 'form' && panel.file === file.file) || undefined}
          onClick={() => open(rowId)}
        >
          <strong>{file.title}</strong>
          {draft && <span className="badge">Not saved</span>}
          {file.hidden && <span className="badge">Hidden</span>}
          <span className="row-text">{file.file}</span>
        </button>
        <FileTools file={file} />
      </div>
      {hits.length > 0 && (
        <ul className="hits">
          {hits.slice(0, MOST_HITS).map(({ path, where, pieces }) => (
            <li key={pathKey(path)}>
              <button
                type="button"
                className="hit"
                id={`hit/${file.file}/${pathKey(path)}`}
                onClick={({ currentTarget: { id } }) => open(id, [path])}
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
