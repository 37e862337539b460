import type { IslandName } from './intents.ts';

/** Where this tab keeps what was typed into a form (src/islands/form/draft.ts). */
export const draftKey = (form: IslandName): string => `${form}-draft`;

/** Whether something was typed into a form and not sent. */
export function hasDraft(form: IslandName): boolean {
  try {
    return sessionStorage.getItem(draftKey(form)) !== null;
  } catch {
    return false;
  }
}
