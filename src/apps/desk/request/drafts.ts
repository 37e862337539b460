/** What of a text or form is not sent yet. */
export interface Draft<Value> {
  value: Value;
  /** The id under which it was last sent, without an answer. The same value is sent under the same id again. */
  sent?: { id: string; as: string };
}

/** The part of the Storage interface that is used here. */
export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Where a draft is kept: it belongs to one person, who finds it again after the next sign-in in this tab. */
export const draftKey = (user: string, kind: string, id: string, field: string): string =>
  `desk-draft/${user}/${kind}/${id}/${field}`;

/** The draft stored under a key; undefined if there is none, or if it is damaged. */
export function readDraft<Value>(store: Store, key: string): Draft<Value> | undefined {
  try {
    const kept = JSON.parse(store.getItem(key) ?? 'null') as Draft<Value> | null;
    return kept !== null && typeof kept === 'object' && 'value' in kept ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft; undefined removes it. */
export function keepDraft(store: Store, key: string, draft: Draft<unknown> | undefined): void {
  try {
    if (draft === undefined) store.removeItem(key);
    else store.setItem(key, JSON.stringify(draft));
  } catch {
    // The storage is full: the draft is on the screen, as long as it is open.
  }
}

/**
 * A draft with the id under which its value is sent now. If the answer to the last attempt was lost, the database may
 * have stored it: the same value gets the same id, and is stored once. A changed one is a new one.
 *
 * @param context what the value means something else without, such as the time that is confirmed
 */
export function withId<Value>(
  draft: Draft<Value>,
  context = '',
  makeId = (): string => crypto.randomUUID(),
): Required<Draft<Value>> {
  const as = JSON.stringify(draft.value) + context;
  return { value: draft.value, sent: draft.sent?.as === as ? draft.sent : { id: makeId(), as } };
}
