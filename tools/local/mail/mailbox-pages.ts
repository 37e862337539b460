import { plainLine } from '../../../src/backend/text-rules.ts';
import { Html, html } from '../html.ts';
import type { ListedMail, StoredMail } from './mailbox.ts';

/** The only style of the mailbox's pages; its hash is in their CSP. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
nav { display: flex; gap: 1.5rem; align-items: baseline; margin-bottom: 1.5rem; flex-wrap: wrap; }
nav a { padding: .5rem 0; }
article, .empty { border: 1px solid #8886; border-radius: .75rem; padding: 1rem 1.25rem; margin-bottom: 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.0625rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; } .meta { opacity: .75; font-size: .875rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: .75rem 0 0; }
iframe { width: 100%; height: 32rem; border: 1px solid #8886; border-radius: .5rem; background: #fff; }
`;

/** Built in one piece: any change of white space inside the element changes its hash. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const time = (iso: string) => new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' });

function page(title: string, siteUrl: string, content: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        ${STYLE_ELEMENT}
      </head>
      <body>
        <nav><a href="/mailbox">Mailbox</a> <a href="${siteUrl}/desk">Desk</a> <a href="${siteUrl}">The site</a></nav>
        <main>${content}</main>
      </body>
    </html>`.text;
}

/** The page of sent emails. */
export function mailboxPage(mails: readonly ListedMail[], siteUrl: string): string {
  const entries = mails.map(
    ({ id, mail }) =>
      html`<article>
        <h2><a href="/mailbox/${id}">${plainLine(mail.subject ?? '') || '(no subject)'}</a></h2>
        <p class="meta">
          to ${mail.to?.map(({ address }) => address ?? '').join(', ') ?? ''} ·
          ${time(new Date(Number(id.slice(0, 13))).toISOString())}
        </p>
      </article>`,
  );
  return page(
    'Mailbox',
    siteUrl,
    html`<h1>Mailbox</h1>
      <p class="meta">Every e-mail that the site has sent on this machine, newest first. None of them has left it.</p>
      ${entries.length > 0 ? entries : html`<p class="empty">No e-mail yet.</p>`}`,
  );
}

/** The page of one email: its headers, its text, its HTML as a mail program would show it, and its files. */
export function mailPage({ id, mail }: StoredMail, siteUrl: string): string {
  const header = (name: string, value: string | undefined) =>
    value ? html`<p class="meta">${name}: ${value}</p>` : html``;
  const files = mail.attachments.map(
    ({ filename, mimeType }, index) =>
      html`<p><a href="/mailbox/${id}/files/${index}" download>${plainLine(filename ?? mimeType)}</a></p>`,
  );
  return page(
    plainLine(mail.subject ?? 'E-mail'),
    siteUrl,
    html`<h1>${plainLine(mail.subject ?? '') || '(no subject)'}</h1>
      ${header('From', mail.from?.address)} ${header('To', mail.to?.map(({ address }) => address ?? '').join(', '))}
      ${header('Reply-To', mail.replyTo?.map(({ address }) => address ?? '').join(', '))}
      ${header('Message-ID', mail.messageId)}
      <article><pre>${mail.text ?? ''}</pre></article>
      ${mail.html ? html`<iframe sandbox src="/mailbox/${id}/html" title="The HTML part"></iframe>` : html``} ${files}
      <p><a href="/mailbox/${id}.eml">The message as it was sent</a></p>`,
  );
}
