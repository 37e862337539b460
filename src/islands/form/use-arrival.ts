import { useEffect } from 'react';
import { connected } from '../../backend/client.ts';
import { loadTurnstile } from '../../verification/load-turnstile.ts';
import { controlOf, readValues } from './form-values.ts';
import type { FormState } from './use-form.ts';

/** Takes the static form over when the island comes to life: restores the draft, sends what was held. */
export function useArrival({
  form: formRef,
  names,
  draft,
  onArrival,
}: Pick<FormState, 'form' | 'names' | 'draft' | 'onArrival'>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    // What was typed before the island came to life is newer than the draft.
    const saved = draft.values();
    for (const field of names) {
      const control = controlOf(form, field);
      if (control.value === '') control.value = saved[field] ?? '';
    }
    // A choice that is not there yet can't be restored yet.
    const typed = Object.entries(readValues(form, names)).filter(([, value]) => value !== '');
    if (typed.length > 0) draft.save({ ...saved, ...Object.fromEntries(typed) });
    onArrival();
    // It got the focus while it was static.
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && connected && form.contains(document.activeElement))
      loadTurnstile().catch(() => undefined);

    // It may have been shown after a first, failed attempt to load this island.
    form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    form.dataset['ready'] = '';
    if (!('held' in form.dataset)) return;
    delete form.dataset['held'];
    form.requestSubmit();
    // Once for each form element.
  }, []);
}
