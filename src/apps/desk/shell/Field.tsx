import type { ReactNode } from 'react';
import { FieldFrame, type ControlProps } from '../../../islands/form/Field.tsx';

interface Props {
  /** The name of the form; with the field's, its control's id. */
  form: string;
  name: string;
  label: string;
  hint?: string | undefined;
  /** The text after the label of an optional field. */
  optional?: string;
  problem?: string | undefined;
  children: (control: ControlProps) => ReactNode;
}

/** The frame of a field: label, hint and problem above the control, as in the site's forms. */
export const Field = ({ form, name, label, hint, optional, problem, children }: Props) => (
  <FieldFrame
    form={{ name: form, problems: problem ? { [name]: { code: 'other', text: problem } } : {} }}
    name={name}
    copy={{ label, ...(hint && { hint }) }}
    optional={optional}
  >
    {children}
  </FieldFrame>
);
