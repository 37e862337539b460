import common from 'copy:common';
import { useEffect } from 'react';
import { connected } from '../../backend/client.ts';
import { showToast } from '../../stores/toasts.ts';
import { loadTurnstile } from '../../verification/load-turnstile.ts';
import { controlOf, readValues } from './form-values.ts';
import type { FormState } from './use-form.ts';

/** Takes over the static form on hydration: restores the draft, and submits the form if it was held back. */
export function useArrival({
  form: formRef,
  names,
  draft,
  onArrival,
}: Pick<FormState, 'form' | 'names' | 'draft' | 'onArrival'>): void {
  useEffect(() => {
    const form = formRef.current;
    if (!form) return;
    // What was typed before hydration is newer than the draft.
    const saved = draft.values();
    let restored = false;
    for (const field of names) {
      const control = controlOf(form, field);
      if (control.value !== '') continue;
      control.value = saved[field] ?? '';
      if (control.value !== '') restored = true;
    }
    // Keep saved values: a select whose options are not loaded yet can't be restored yet.
    const typed = Object.entries(readValues(form, names)).filter(([, value]) => value !== '');
    if (typed.length > 0) draft.save({ ...saved, ...Object.fromEntries(typed) });
    onArrival();
    // The form got the focus while it was static.
    if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY && connected && form.contains(document.activeElement))
      loadTurnstile().catch(() => undefined);

    // The notice may have been shown after a failed attempt to load this island.
    form.querySelector('[data-unloadable]')?.setAttribute('hidden', '');
    form.dataset['ready'] = '';
    if (!('held' in form.dataset)) return;
    delete form.dataset['held'];
    // Nothing is sent that the visitor did not see in the form.
    if (restored) showToast({ tone: 'error', ...common.restored });
    else form.requestSubmit();
    // Once per form element.
  }, []);
}
