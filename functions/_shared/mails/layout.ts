import type { Origin } from '../../../src/backend/request.ts';
import { plainLine } from '../../../src/backend/text-rules.ts';
import { emailCopy } from '../email-copy.generated.ts';
import { escapeHtml } from '../../../src/lib/html.ts';
import type { Mail } from '../mail.ts';
import type { StoredRequest } from '../requests.ts';
import { anchor, box, button, inInk, sheet } from './sheet.ts';
import { wallTime } from './wall-time.ts';

const { labels } = emailCopy.team;

/** Fills values into a line of copy: "{name}" becomes the visitor's name. Braces in a value stay as they are. */
export const fill = (line: string, values: Record<string, string>): string =>
  line.replace(/\{([\w-]+)\}/g, (whole, key: string) => values[key] ?? whole);

/** Maximum length of a value in a subject; mail programs show no more. */
const LONG = 60;

/** Shortens what a visitor typed for a subject; the mail's text has all of it. */
function shortened(value: string): string {
  // Graphemes: an emoji of several code points stays whole or is dropped.
  const letters = Array.from(new Intl.Segmenter().segment(value), ({ segment }) => segment);
  return letters.length > LONG
    ? `${letters
        .slice(0, LONG - 1)
        .join('')
        .trimEnd()}…`
    : value;
}

/** Like {@link fill}, for a subject: each value is put on one line without misleading characters, and shortened. */
export const fillSubject = (line: string, values: Record<string, string>): string =>
  fill(line, Object.fromEntries(Object.entries(values).map(([key, value]) => [key, shortened(plainLine(value))])));

/** A row of the table. Only URLs that we build are links; visitor input never is. */
type Row = readonly [label: string, value: string, href?: string];

/** A text of several lines, below an optional label. */
export interface Passage {
  label?: string;
  text: string;
}

/**
 * The mail that notifies the team of a request: its values as a table, its longer texts below. Replies go to the
 * visitor. Empty values are left out.
 *
 * @param rows in addition to name, address and origin, which every request has
 */
export function teamMail(
  request: Omit<StoredRequest, keyof Origin> & Partial<Origin>,
  to: string,
  subject: string,
  rows: readonly Row[],
  passages: readonly Passage[],
  closing: string,
): Mail {
  const { utm_source, utm_medium, utm_campaign, utm_term, utm_content } = request;
  const campaign = [utm_source, utm_medium, utm_campaign, utm_term, utm_content].filter(Boolean).join(' / ');
  const given: Row[] = [
    [labels.name, request.name],
    [labels.email, request.email],
    ...rows,
    [labels.received, wallTime(request.created_at, emailCopy.officeTimeZone) ?? request.created_at],
    [labels.page, request.page ?? ''],
    [labels.referrer, request.referrer_host ?? ''],
    [labels.campaign, campaign],
  ];
  // On one line, a typed value can't look like another row.
  const all = given
    .map(([label, value, href]) => ({ label, value: plainLine(value), href }))
    .filter(({ value }) => value !== '');
  const texts = passages.filter(({ text }) => text.trim() !== '');
  return {
    id: `${request.id}.team`,
    to,
    ...(request.email && { replyTo: request.email }),
    subject,
    text: [
      ...all.map(({ label, value, href }) => `${label}: ${href ?? value}`),
      ...texts.flatMap(({ label, text }) => ['', ...(label ? [`${label}:`] : []), text]),
      '',
      closing,
    ].join('\n'),
    html: sheet(
      subject,
      `<h1 style="margin:0 0 20px;font-size:24px;font-weight:700;line-height:1.15;letter-spacing:-0.5px">${escapeHtml(subject)}</h1>` +
        `<table cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px">${all.map(tableRow).join('')}</table>` +
        texts
          .map(
            ({ label, text }) =>
              (label ? `<h2 style="margin:0;font-size:16px;font-weight:700">${escapeHtml(label)}</h2>` : '') +
              box(text),
          )
          .join('') +
        `<p ${inInk('soft', 'margin:0 0 20px')}>${escapeHtml(closing)}</p>`,
    ),
  };
}

const tableRow = ({ label, value, href }: { label: string; value: string; href: string | undefined }) =>
  `<tr><th align="left" valign="top" ${inInk('soft', `padding:${href ? 18 : 4}px 20px 4px 0;font-weight:400;white-space:nowrap`)}>${escapeHtml(label)}</th>` +
  `<td valign="top" style="padding:4px 0;font-weight:600;overflow-wrap:anywhere;word-break:break-word">${href ? button(value, href, 4) : escapeHtml(value)}</td></tr>`;

/** The mail that confirms to the visitor that a request has arrived. */
export const acknowledgementMail = (
  { id, email }: Pick<StoredRequest, 'id' | 'email'>,
  { subject, paragraphs }: { subject: string; paragraphs: readonly string[] },
): Mail => paragraphsMail(`${id}.acknowledgement`, email, subject, paragraphs);

/**
 * A mail made of paragraphs.
 *
 * @param closing the paragraphs below the link
 */
export function paragraphsMail(
  id: string,
  to: string,
  subject: string,
  paragraphs: readonly string[],
  link?: { label: string; href: string },
  footer?: { text: string; label: string; href: string },
  closing: readonly string[] = [],
): Mail {
  const inHtml = (lines: readonly string[]) =>
    lines.map((line) => `<p style="margin:0 0 16px;white-space:pre-line">${escapeHtml(line)}</p>`).join('');
  return {
    id,
    to,
    subject,
    text: [
      ...paragraphs,
      ...(link ? [`${link.label}: ${link.href}`] : []),
      ...closing,
      ...(footer ? [`-- \n${footer.text}\n${footer.label}: ${footer.href}`] : []),
    ].join('\n\n'),
    html: sheet(
      subject,
      inHtml(paragraphs) +
        (link ? button(link.label, link.href) : '') +
        inHtml(closing) +
        (footer
          ? `<p ${inInk('soft', 'margin:24px 0 16px')}>${escapeHtml(footer.text)} ${anchor(footer.label, footer.href)}</p>`
          : ''),
    ),
  };
}
