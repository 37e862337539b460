import { keptAtom } from '../client/kept.ts';

/** Whether clicks follow links, as for visitors; also on the next pages of this tab. */
export const $browsing = keptAtom('preview-browsing', false);
