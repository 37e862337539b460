import { plainLine } from '../../src/backend/text-rules.ts';
import type { Account, RemoteCall } from './account.ts';

/** The provider's limit is higher; answers with whole transcripts are large. */
const PAGE = 100;

/**
 * The latest calls of an assistant, newest first.
 *
 * @param limit the most calls to return
 * @param since an ISO date; earlier calls are left out
 */
export async function listCalls(
  account: Account,
  assistantId: string,
  limit: number,
  since?: string,
): Promise<RemoteCall[]> {
  const calls: RemoteCall[] = [];
  while (calls.length < limit) {
    const last = calls.at(-1);
    const size = Math.min(PAGE, limit - calls.length);
    const page = await account.listCalls(assistantId, size, {
      ...(last ? { before: last.createdAt } : {}),
      ...(since === undefined ? {} : { since }),
    });
    calls.push(...page.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)));
    if (page.length < size) break;
  }
  return calls;
}

/** Explains the provider's end reasons that are not clear by themselves. */
const ENDINGS: Readonly<Record<string, string>> = {
  'customer-ended-call': 'caller hung up',
  'assistant-ended-call': 'agent hung up',
  'silence-timed-out': 'silence',
  'exceeded-max-duration': 'time limit reached',
  'customer-did-not-give-microphone-permission': 'no microphone',
};

/** The length of a call in seconds, or undefined if it did not take place. */
export const secondsOf = ({ startedAt, endedAt }: RemoteCall): number | undefined =>
  startedAt && endedAt ? Math.max(0, Math.round((Date.parse(endedAt) - Date.parse(startedAt)) / 1000)) : undefined;

/** Minutes and seconds, for example 2:05. */
export const lengthOf = (seconds: number | undefined): string =>
  seconds === undefined ? '–' : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** How a call ended, in our words if we have some. */
export function endingOf({ status, endedReason }: RemoteCall): string {
  if (endedReason) return ENDINGS[endedReason] ?? endedReason.replaceAll('-', ' ');
  return status === 'ended' ? '–' : (status ?? '–');
}

function leadOf({ assistantOverrides }: RemoteCall): string {
  const { leadName, leadEmail } = assistantOverrides?.metadata ?? {};
  const name = typeof leadName === 'string' ? leadName : '';
  const email = typeof leadEmail === 'string' && leadEmail !== '' ? `<${leadEmail}>` : '';
  return `${name} ${email}`.trim() || '–';
}

const time = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short' });
const COLUMNS = ['When', 'Length', 'Ended', 'Lead', 'Summary'];
/** Visitors choose their names, which may be of any length. */
const WIDEST = 40;

const cut = (text: string, width: number) => {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
};

/**
 * The calls as a table.
 *
 * @param width the maximum length of a line in characters; longer lines are cut
 */
export function callsTable(calls: readonly RemoteCall[], width: number): string {
  if (calls.length === 0) return 'There are no calls.';
  const rows = calls.map((call) => [
    time.format(new Date(call.createdAt)),
    lengthOf(secondsOf(call)),
    endingOf(call),
    leadOf(call),
    call.analysis?.summary ?? '–',
  ]);
  // Visitors choose these texts: strip anything that could control the terminal.
  const table = [COLUMNS, ...rows.map((row) => row.map((text) => plainLine(text).replaceAll(/\s+/g, ' ')))];
  const widths = COLUMNS.map((_, column) =>
    Math.min(WIDEST, Math.max(...table.map((row) => Array.from(row[column] ?? '').length))),
  );
  return table
    .map((row) => {
      const cells = row.map((text, column) => {
        if (column === COLUMNS.length - 1) return text;
        const shown = cut(text, widths[column] ?? WIDEST);
        return shown + ' '.repeat((widths[column] ?? 0) - Array.from(shown).length);
      });
      return cut(cells.join('  ').trimEnd(), width);
    })
    .join('\n');
}
