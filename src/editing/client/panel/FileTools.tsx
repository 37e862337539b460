import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Folder, Listed } from '../../protocol.ts';
import { answering } from '../api.ts';
import { isWritten, openNew } from '../new-draft.ts';
import { remove } from '../saving.ts';
import { focusSoon } from '../shadow.ts';
import { $content, $panel, $pending, $toShow, say } from '../state.ts';

/** What can be done with a whole file. */
export function FileTools({ file }: { file: Listed }) {
  const hasPage = file.page !== undefined && !file.hidden;
  if (!hasPage && !file.free) return null;
  return (
    <div className="file-tools">
      {hasPage && !file.isNew && <PageLink file={file} page={file.page ?? ''} />}
      {file.isNew && <span className="hint">Not on the site yet</span>}
      {file.free && <FreeTools file={file} />}
    </div>
  );
}

/** Leads to the page that shows a file. */
function PageLink({ file, page }: { file: Listed; page: string }) {
  const { isRoom, addressOf } = answering();
  if (isRoom)
    return (
      <a className="link" href={addressOf(page)} target="_blank" rel="noreferrer">
        See it as published <span className="unseen">(opens in another tab): {file.title}</span>
      </a>
    );
  return (
    <a
      className="link"
      href={page}
      onClick={() => {
        $panel.set(null);
        $toShow.set(file.file);
      }}
      aria-label={`See it on the page: ${file.title}`}
    >
      See it on the page
    </a>
  );
}

/** Begins a copy of a file, unless another new entry was begun in its folder: that one is shown. */
function duplicate(folder: Folder, file: string): void {
  const isBegun = isWritten(folder.folder);
  openNew(folder, isBegun ? undefined : file);
  if (isBegun) say('You have begun this entry. Create or discard it, then duplicate the other one.', 'bad');
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
          onClick={() => duplicate(folder, file.file)}
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
