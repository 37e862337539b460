import type { Field } from '../../core/field.ts';
import type { Data } from '../../core/values.ts';
import { TEXT } from '../../protocol.ts';
import { FieldView, GroupFields } from '../fields/FieldView.tsx';
import { TextBlocks } from '../fields/TextBlocks.tsx';
import { Mistakes } from '../fields/Frame.tsx';
import { shapeOf } from '../form-path.ts';

/** All fields of a file, and its text. */
export function FileFields({ form, data }: { form: Field; data: Data }) {
  const shape = shapeOf(form, data);
  return (
    <>
      <Mistakes path={[]} />
      {shape.kind === 'group' ? (
        <GroupFields
          fields={Object.fromEntries(Object.entries(shape.fields).filter(([key]) => key !== TEXT))}
          path={[]}
        />
      ) : (
        <FieldView field={shape} path={[]} />
      )}
      {data[TEXT] !== undefined && <TextBlocks />}
    </>
  );
}
