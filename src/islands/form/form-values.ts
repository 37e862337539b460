import type { ContactRequest } from '../../backend/contact-submission.ts';
import type { FieldName } from './problems.ts';

/** The fields that a visitor fills, in the order in which they stand. */
export const FIELD_NAMES = ['name', 'email', 'phone', 'company', 'message'] as const satisfies FieldName[];

/** The control of a field. The inputs are uncontrolled: what is typed before React arrives stays. */
export const controlOf = (form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement =>
  form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;

/** What the form holds right now. */
export const readValues = (form: HTMLFormElement): ContactRequest =>
  Object.fromEntries(FIELD_NAMES.map((name) => [name, controlOf(form, name).value])) as ContactRequest;

export const sameValues = (a: ContactRequest, b: ContactRequest): boolean =>
  FIELD_NAMES.every((name) => a[name] === b[name]);
