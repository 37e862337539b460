/** A form's values as text, by field name. */
export type TextValues = Record<string, string>;
/** The fields of a form. */
export type FieldName<Values> = keyof Values & string;

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The control of a field. Controls are uncontrolled: what is typed before hydration stays. */
export const controlOf = (form: HTMLFormElement, name: string): Control => form.elements.namedItem(name) as Control;

/** The form's current values. */
export const readValues = <Values extends TextValues>(
  form: HTMLFormElement,
  names: readonly FieldName<Values>[],
): Values => Object.fromEntries(names.map((name) => [name, controlOf(form, name).value])) as Values;

export const sameValues = (a: TextValues, b: TextValues): boolean =>
  Object.keys(a).every((name) => a[name] === b[name]);
