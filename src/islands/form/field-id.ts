/** The id of a field's control, for labels and for links that lead to it. */
export const fieldId = (form: string, field: string): string => `${form}-${field}`;

/** Focuses a field and scrolls its label and error into view, not only its control. */
export function bringIntoSight(id: string): void {
  const control = document.getElementById(id);
  control?.focus({ preventScroll: true });
  control?.closest('.field')?.scrollIntoView({ block: 'nearest' });
}
