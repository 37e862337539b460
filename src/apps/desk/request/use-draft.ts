import { useState } from 'react';
import { me } from '../session/session.ts';
import type { Key } from '../requests.ts';
import { draftKey, keepDraft, readDraft, withId, type Draft } from './drafts.ts';

/**
 * A value that survives a reload and a sign-out in this tab until it is sent. The component must be remounted for
 * another request.
 *
 * @param field what of the request it is, for example `note`
 */
export function useDraft<Value>({ kind, id }: Key, field: string, initial: Value) {
  const key = draftKey(me(), kind, id, field);
  const [draft, setDraft] = useState<Draft<Value>>(() => readDraft<Value>(sessionStorage, key) ?? { value: initial });

  /** Keeps a draft; one that says no more than the initial value does not need to be. */
  function put(next: Draft<Value>): void {
    setDraft(next);
    const isInitial = JSON.stringify(next.value) === JSON.stringify(initial);
    keepDraft(sessionStorage, key, isInitial ? undefined : next);
  }
  return {
    value: draft.value,
    set: (value: Value) => put({ ...draft, value }),
    /** The id to send the value under, in a context. */
    beginSending: (context?: string): string => {
      const next = withId(draft, context);
      put(next);
      return next.sent.id;
    },
    /** It was sent. */
    clear: () => put({ value: initial }),
  };
}
