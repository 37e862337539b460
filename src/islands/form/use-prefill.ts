import { useEffect } from 'react';
import { $prefill } from '../../stores/action.ts';
import type { DialogName } from '../../stores/dialogs.ts';
import { controlOf, readValues, type Control } from './form-values.ts';
import type { FormState } from './use-form.ts';

/** What a field holds with a value from elsewhere. Nothing that the visitor has typed is lost. */
function withValue(control: Control, value: string): string {
  const typed = control.value.trim();
  if (control instanceof HTMLTextAreaElement && typed !== '' && !typed.includes(value)) return `${typed}\n\n${value}`;
  const isChosen = control instanceof HTMLSelectElement || control.type === 'date';
  return typed === '' || isChosen ? value : control.value;
}

/** Takes over the values that something else on the page has for the form of a dialog. */
export function usePrefill({ form, names, draft, onArrival }: FormState, dialog: DialogName | undefined): void {
  useEffect(
    () =>
      $prefill.subscribe((all) => {
        const values = dialog && all[dialog];
        if (!values || !form.current) return;
        $prefill.setKey(dialog, undefined);
        for (const [field, value] of Object.entries(values)) {
          const control = controlOf(form.current, field);
          control.value = withValue(control, value);
        }
        // A choice whose options are not there yet is restored from the draft.
        const shown = Object.entries(readValues(form.current, names)).filter(([, value]) => value !== '');
        draft.save({ ...draft.values(), ...values, ...Object.fromEntries(shown) });
        onArrival();
      }),
    // Once per form element.
    [],
  );
}
