import { useId, useRef, useState } from 'react';
import { pictureBlock } from '../../core/picture-block.ts';
import { TEXT } from '../../protocol.ts';
import { messageOf } from '../api.ts';
import { useDisclosure } from '../disclosure.ts';
import { upload } from '../picture.ts';
import { PictureChoice, type Choice } from './PictureChoice.tsx';
import { useScope } from './scope.ts';

/** Inserts a picture after a block of a text. */
export function InsertPicture({ index, alone }: { index: number; alone: boolean }) {
  const { insert: insertEntry } = useScope();
  const [choice, setChoice] = useState<Choice>({});
  const [alt, setAlt] = useState('');
  const [caption, setCaption] = useState('');
  const [mistake, setMistake] = useState('');
  const [busy, setBusy] = useState(false);
  const altBox = useRef<HTMLInputElement>(null);
  const id = useId();

  const { open, close, onKeyDown, button, ...shown } = useDisclosure(() => {
    setChoice({});
    setAlt('');
    setCaption('');
    setMistake('');
  });
  async function insert() {
    if (!choice.chosen) setChoice({ mistake: choice.mistake ?? 'Choose a picture first.' });
    if (alt.trim() === '') {
      setMistake('Write what the picture shows, for people who can’t see it.');
      altBox.current?.focus();
      return;
    }
    if (!choice.chosen) return;
    setBusy(true);
    try {
      const address = await upload(choice.chosen);
      close();
      insertEntry([TEXT, index + 1], pictureBlock({ alt: alt.trim(), address, caption: caption.trim() }), alone);
    } catch (error) {
      setChoice({ mistake: messageOf(error) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="insert-picture" onKeyDown={onKeyDown}>
      <button {...button} className="link">
        Insert a picture after it
      </button>
      {open && (
        <div className="inset" id={shown.id} role="group" aria-label="Insert a picture">
          <PictureChoice choice={choice} onChoose={setChoice} />
          <div className="field">
            <label htmlFor={id}>What the picture shows</label>
            <p className="hint" id={`${id}:hint`}>
              For people who can’t see it.
            </p>
            {mistake !== '' && (
              <p className="mistake" id={`${id}:mistake`}>
                {mistake}
              </p>
            )}
            <input
              id={id}
              className="control"
              ref={altBox}
              value={alt}
              required
              aria-invalid={mistake !== ''}
              aria-describedby={`${id}:hint${mistake === '' ? '' : ` ${id}:mistake`}`}
              onChange={({ target }) => {
                setAlt(target.value);
                setMistake('');
              }}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                event.preventDefault();
                void insert();
              }}
            />
          </div>
          <div className="field">
            <label htmlFor={`${id}:caption`}>Caption (optional)</label>
            <input
              id={`${id}:caption`}
              className="control"
              value={caption}
              onChange={({ target }) => setCaption(target.value)}
            />
          </div>
          <div className="buttons">
            <button type="button" className="button" disabled={busy} onClick={() => void insert()}>
              {busy ? 'Uploading…' : 'Insert'}
            </button>
            <button type="button" className="button quiet" onClick={close}>
              Cancel
            </button>
          </div>
        </div>
      )}
    </div>
  );
}
