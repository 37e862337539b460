import { emailCopy } from '../_shared/email-copy.generated.ts';
import { escapeHtml } from '../_shared/html.ts';
import type { Mail } from '../_shared/mail.ts';
import type { StoredRequest } from './requests.ts';

const copy = emailCopy['contact-notification'];

/** Puts a request's values into a line of copy: "{name}" becomes the visitor's name. */
const fill = (line: string, request: StoredRequest) =>
  line.replace(/\{(name|subject)\}/g, (_, key: 'name' | 'subject') => request[key]);

const page = (content: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>` +
  `<body style="margin:0;padding:24px;background:#f6f4ee;color:#14201b;font:16px/1.55 system-ui,sans-serif">` +
  `<div style="max-width:36em;margin:0 auto;padding:28px;background:#fff;border-radius:12px">${content}</div></body></html>`;

/** What the team gets: the whole request as it is stored. An answer to it goes to the visitor. */
export function teamMail(request: StoredRequest, teamEmail: string): Mail {
  const rows = Object.entries({
    [copy.team.labels.name]: request.name,
    [copy.team.labels.email]: request.email,
    [copy.team.labels.subject]: request.subject,
    [copy.team.labels.received]: request.created_at,
    [copy.team.labels.page]: request.page,
    [copy.team.labels.referrer]: request.referrer_host,
    [copy.team.labels.campaign]: [
      request.utm_source,
      request.utm_medium,
      request.utm_campaign,
      request.utm_term,
      request.utm_content,
    ]
      .filter(Boolean)
      .join(' / '),
  }).filter(([, value]) => value !== '');
  return {
    id: `${request.id}.team`,
    to: teamEmail,
    replyTo: request.email,
    subject: fill(copy.team.subject, request),
    text: [...rows.map(([label, value]) => `${label}: ${value}`), '', request.message, '', copy.team.closing].join(
      '\n',
    ),
    html: page(
      `<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(fill(copy.team.subject, request))}</h1>` +
        `<table style="border-collapse:collapse">${rows
          .map(
            ([label, value]) =>
              `<tr><th style="padding:2px 16px 2px 0;text-align:left;vertical-align:top;font-weight:600">${escapeHtml(label)}</th><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
          )
          .join('')}</table>` +
        `<p style="white-space:pre-wrap;margin:20px 0;padding:16px;background:#f6f4ee;border-radius:8px">${escapeHtml(request.message)}</p>` +
        `<p style="margin:0;color:#55605a">${escapeHtml(copy.team.closing)}</p>`,
    ),
  };
}

/** What the visitor gets. It repeats nothing that was typed, so nobody can use it to mail their words to a stranger. */
export function acknowledgement(request: StoredRequest): Mail {
  const { subject, paragraphs } = copy.acknowledgement;
  return {
    id: `${request.id}.acknowledgement`,
    to: request.email,
    subject,
    text: paragraphs.join('\n\n'),
    html: page(paragraphs.map((paragraph) => `<p style="margin:0 0 16px">${escapeHtml(paragraph)}</p>`).join('')),
  };
}
