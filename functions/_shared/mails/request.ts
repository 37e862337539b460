import type { RequestRow } from '../../../src/backend/request.ts';
import type { BothMails } from '../notifier.ts';
import type { StoredRequest } from '../requests.ts';
import { acknowledgementMail, fillSubject, teamMail } from './layout.ts';

/** The words of a request's mails: a file in content/emails/ made with requestEmailSchema(). */
export interface RequestWords {
  team: { subject: string; labels: Readonly<Record<string, string>>; closing: string };
  acknowledgement: { subject: string; paragraphs: readonly string[] };
}

/** The columns of every request. */
const COMMON: ReadonlySet<string> = new Set<keyof StoredRequest | keyof RequestRow>([
  'id',
  'name',
  'email',
  'source',
  'website',
  'fill_ms',
  'created_at',
  'page',
  'referrer_host',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
]);

/**
 * What only this kind of request has: a row for each column with a label, in the order of the labels, and the values of
 * its other columns as texts.
 */
export function ownValues(
  labels: RequestWords['team']['labels'],
  request: object,
): { rows: [label: string, value: string][]; texts: string[] } {
  const values = asTexts(request);
  return {
    rows: Object.entries(labels).map(([column, label]) => [label, values[column] ?? '']),
    texts: Object.keys(values)
      .filter((column) => !COMMON.has(column) && !(column in labels))
      .map((column) => values[column] ?? ''),
  };
}

const asTexts = (request: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request).map(([column, value]: [string, string | number | boolean | null]) => [
      column,
      String(value ?? ''),
    ]),
  );

/** The mails of a request, to the team and the visitor. The visitor's repeats nothing that was typed. */
export function requestMails(
  { team, acknowledgement }: RequestWords,
  request: StoredRequest,
  teamEmail: string,
): BothMails {
  const { rows, texts } = ownValues(team.labels, request);
  return {
    first: teamMail(
      request,
      teamEmail,
      fillSubject(team.subject, asTexts(request)),
      rows,
      texts.map((text) => ({ text })),
      team.closing,
    ),
    acknowledgement: () => acknowledgementMail(request, acknowledgement),
  };
}
