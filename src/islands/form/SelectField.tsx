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
  /** The text shown while nothing is chosen. */
  placeholder: string;
  disabled?: boolean;
  /** The id of an element that describes the field. */
  describedBy?: string;
}

/**
 * A labeled select field.
 *
 * @throws Error when a choice has an empty value (spec section 8): it could not be told from no choice at all
 */
export function SelectField({ choices, placeholder, disabled, describedBy, ...field }: Props) {
  const empty = choices.find(({ value }) => value === '');
  if (empty)
    throw new Error(
      `The choice "${empty.label}" of the select field "${field.name}" has an empty value. Give it one, or use the placeholder for the text shown while nothing is chosen.`,
    );
  return (
    <FieldFrame {...field} further={describedBy ? [describedBy] : []}>
      {(control) => (
        <select {...control} aria-invalid={saidInvalid(control)} disabled={disabled}>
          {/* Hidden, not disabled: this way it is selected initially, without React choosing anything. */}
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
