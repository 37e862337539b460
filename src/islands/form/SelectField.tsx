import { FieldFrame, saidInvalid, type FieldProps } from './Field.tsx';

/** One choice of a select field. */
export interface Choice {
  /** What is stored. */
  value: string;
  /** What the visitor reads. */
  label: string;
}

interface Props extends FieldProps {
  choices: readonly Choice[];
  /** What stands in the field as long as nothing is chosen. */
  placeholder: string;
  disabled?: boolean;
  /** Id of a text that says more about the field. */
  describedBy?: string;
}

/**
 * A labelled choice of one out of several.
 *
 * @throws Error when a choice has an empty value (spec section 8): it could not be told from no choice at all
 */
export function SelectField({ choices, placeholder, disabled, describedBy, ...field }: Props) {
  const empty = choices.find(({ value }) => value === '');
  if (empty)
    throw new Error(
      `The choice "${empty.label}" of the select field "${field.name}" has an empty value. Give it one; for the text that stands there before anything is chosen, use the placeholder.`,
    );
  return (
    <FieldFrame {...field} further={describedBy ? [describedBy] : []}>
      {(control) => (
        <select {...control} aria-invalid={saidInvalid(control)} disabled={disabled}>
          {/* Hidden and not disabled: only so it is what stands there at first, without React choosing anything. */}
          <option value="" hidden>
            {placeholder}
          </option>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}
