import { useState } from 'react';
import type { PictureField as Picture } from '../../core/field.ts';
import { valueAt } from '../../core/values.ts';
import { messageOf } from '../api.ts';
import { upload } from '../picture.ts';
import { Fieldset, type FieldProps } from './Frame.tsx';
import { PictureChoice, type Choice } from './PictureChoice.tsx';
import { PicturePreview } from './PicturePreview.tsx';
import { useScope } from './scope.ts';

/** The address of a picture. A new picture is uploaded as soon as it is chosen. */
export function PictureField({ field, path }: FieldProps<Picture>) {
  const { data, make } = useScope();
  const [choice, setChoice] = useState<Choice>({});
  const address = valueAt(data, path);
  const choose = (next: Choice) => {
    setChoice(next);
    if (!next.chosen) return;
    upload(next.chosen).then(
      (stored) => make({ do: 'set', path, value: stored }),
      (error: unknown) => setChoice({ mistake: messageOf(error) }),
    );
  };
  return (
    <Fieldset field={field} path={path}>
      {typeof address === 'string' && address !== '' && !choice.chosen && <PicturePreview address={address} />}
      <PictureChoice choice={choice} onChoose={choose} />
    </Fieldset>
  );
}
