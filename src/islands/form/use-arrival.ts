import { useEffect, type RefObject } from 'react';
import { heldSubmits } from '../../stores/held-submits.ts';
import { savedValues, saveValues } from './draft.ts';
import { controlOf, FIELD_NAMES, readValues } from './form-values.ts';

/** Takes the static form over when the island comes to life: restores the draft, sends what was held. */
export function useArrival(formRef: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    // What was typed before the island came to life is newer than the draft.
    for (const [name, value] of Object.entries(savedValues())) {
      const control = controlOf(form, name);
      if (control.value === '') control.value = value;
    }
    const typed = readValues(form);
    if (FIELD_NAMES.some((name) => typed[name] !== '')) saveValues(typed);

    // It may have been shown after a first, failed attempt to load this island.
    form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    form.dataset['ready'] = '';
    delete form.dataset['held'];
    if (heldSubmits.delete('consultation')) form.requestSubmit();
  }, [formRef]);
}
