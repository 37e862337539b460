import { pictureBlock, type Picture } from '../../core/picture-block.ts';
import type { Path } from '../../protocol.ts';
import { Frame } from './Frame.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { useScope } from './scope.ts';

interface Props {
  path: Path;
  picture: Picture;
  /** Its position in the text, for example `(2 of 5)`. */
  of: string;
}

/** A picture in a text, with its alternative text and its caption. */
export function PictureBlock({ path, picture, of }: Props) {
  const { make } = useScope();
  const set = (changed: Partial<Picture>) => make({ do: 'set', path, value: pictureBlock({ ...picture, ...changed }) });
  return (
    <>
      <PicturePreview address={picture.address} />
      <Frame
        path={path}
        field={{ kind: 'text', label: `What the picture shows ${of}`, hint: 'For people who can’t see it.' }}
        below={
          picture.alt.trim() === '' && <p className="mistake">Write it: without it, the picture tells them nothing.</p>
        }
      >
        {(control) => (
          <textarea {...control} rows={1} value={picture.alt} onChange={({ target }) => set({ alt: target.value })} />
        )}
      </Frame>
      <Frame
        path={[...path, 'caption']}
        field={{ kind: 'text', label: `Caption ${of}`, hint: 'Shown below the picture. It can be empty.' }}
      >
        {(control) => (
          <textarea
            {...control}
            rows={1}
            value={picture.caption}
            onChange={({ target }) => set({ caption: target.value })}
          />
        )}
      </Frame>
    </>
  );
}
