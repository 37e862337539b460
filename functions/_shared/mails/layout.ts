import type { Origin } from '../../../src/backend/request.ts';
import { plainLine } from '../../../src/backend/text-rules.ts';
import { emailCopy } from '../email-copy.generated.ts';
import { escapeHtml } from '../html.ts';
import type { Mail } from '../mail.ts';
import type { StoredRequest } from '../requests.ts';
import { wallTime } from './wall-time.ts';

const { labels } = emailCopy.team;

/** Puts values into a line of copy: "{name}" becomes the visitor's name. Braces in a value stay as they are. */
export const fill = (line: string, values: Record<string, string>): string =>
  line.replace(/\{([a-z]+)\}/g, (whole, key: string) => values[key] ?? whole);

const page = (content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
  `<body style="margin:0;padding:24px;background:#f6f4ee;color:#14201b;font:16px/1.55 system-ui,sans-serif">` +
  `<div style="max-width:36em;margin:0 auto;padding:28px;background:#fff;border-radius:12px">${content}</div></body></html>`;

/** A line of the table. Only an address of our own making is a link; what a visitor typed never is. */
type Row = readonly [label: string, value: string, href?: string];

/** A text of several lines, with what it is about above it. */
export interface Passage {
  label?: string;
  text: string;
}

/**
 * The mail with which the team hears of a request: its values as a table, its longer texts below. An answer to it goes
 * to the visitor. Values that are empty are left out.
 *
 * @param rows besides name, address and origin, which every request has
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
  // A value that was typed can't look like another line of the table.
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
    html: page(
      `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>` +
        `<table style="border-collapse:collapse">${all
          .map(
            ({ label, value, href }) =>
              `<tr><th style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:600;white-space:nowrap">${escapeHtml(label)}</th><td style="padding:2px 0;vertical-align:top;overflow-wrap:anywhere">${href ? anchor(value, href) : escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>` +
        texts
          .map(
            ({ label, text }) =>
              (label ? `<h2 style="margin:20px 0 0;font-size:16px">${escapeHtml(label)}</h2>` : '') +
              `<p style="white-space:pre-wrap;margin:${label ? 8 : 20}px 0;padding:16px;background:#f6f4ee;border-radius:8px">${escapeHtml(text)}</p>`,
          )
          .join('') +
        `<p style="margin:20px 0 0;color:#55605a">${escapeHtml(closing)}</p>`,
    ),
  };
}

const anchor = (label: string, href: string) =>
  `<a href="${escapeHtml(href)}" style="color:#0b5c46">${escapeHtml(label)}</a>`;

/**
 * A mail of paragraphs, for a visitor.
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
    html: page(
      inHtml(paragraphs) +
        (link ? `<p style="margin:0 0 16px;font-weight:600">${anchor(link.label, link.href)}</p>` : '') +
        inHtml(closing) +
        (footer
          ? `<p style="margin:24px 0 0;font-size:14px;color:#55605a">${escapeHtml(footer.text)} ${anchor(footer.label, footer.href)}</p>`
          : ''),
    ),
  };
}
