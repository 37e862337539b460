import { useId } from 'react';
import { messageOf } from '../api.ts';
import { FORMATS, readPicture, SHARP_WIDTH, SHOWN_WIDTH, type Chosen } from '../picture.ts';

/** The chosen picture, or why the file was rejected. */
export interface Choice {
  chosen?: Chosen;
  mistake?: string;
}

/** Lets the user choose a local picture, and previews it. */
export function PictureChoice({ choice, onChoose }: { choice: Choice; onChoose: (choice: Choice) => void }) {
  const id = useId();
  const { chosen, mistake } = choice;
  const described = [`${id}:hint`, mistake !== undefined && `${id}:mistake`].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>Picture</label>
      <p className="hint" id={`${id}:hint`}>
        {`PNG, JPEG, WebP or AVIF. It is shown whole, up to ${SHOWN_WIDTH} px wide; ${SHARP_WIDTH} px or wider looks sharp.`}
      </p>
      {mistake !== undefined && (
        <p className="mistake" id={`${id}:mistake`} role="alert">
          {mistake}
        </p>
      )}
      <input
        type="file"
        id={id}
        className="control file"
        accept={FORMATS.join(',')}
        aria-describedby={described}
        aria-invalid={mistake !== undefined || undefined}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (!file) return onChoose({});
          readPicture(file).then(
            (picture) => onChoose({ chosen: picture }),
            (error: unknown) => onChoose({ mistake: messageOf(error) }),
          );
        }}
      />
      {chosen && (
        <>
          <img className="preview" src={chosen.address} alt="" />
          <p className="hint" role="status">
            {`${chosen.width} × ${chosen.height} px. `}
            {chosen.width < SHARP_WIDTH && 'It will not look sharp on many screens: use a wider one if there is one.'}
          </p>
        </>
      )}
    </div>
  );
}
