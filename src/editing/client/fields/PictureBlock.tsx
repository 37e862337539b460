import type { Path } from '../../protocol.ts';
import { pictureBlock, type pictureOf } from '../picture.ts';
import { Frame } from './Frame.tsx';
import { useScope } from './scope.ts';

interface Props {
  path: Path;
  picture: NonNullable<ReturnType<typeof pictureOf>>;
  /** Its position in the text, for example `(2 of 5)`. */
  of: string;
}

/** A picture in a text, with its alternative text. */
export function PictureBlock({ path, picture: { alt, address }, of }: Props) {
  const { make } = useScope();
  return (
    <>
      <img className="preview" src={address} alt="" />
      <Frame
        path={path}
        field={{ kind: 'text', label: `What the picture shows ${of}`, hint: 'For people who can’t see it.' }}
        below={alt.trim() === '' && <p className="mistake">Write it: without it, the picture tells them nothing.</p>}
      >
        {(control) => (
          <textarea
            {...control}
            rows={1}
            value={alt}
            onChange={({ target }) => make({ do: 'set', path, value: pictureBlock(target.value, address) })}
          />
        )}
      </Frame>
    </>
  );
}
