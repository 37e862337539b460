import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { reason } from '../../../functions/_shared/reason.ts';
import { isOwnHost } from '../own-host.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { mailboxPage, mailPage, STYLE } from './mailbox-pages.ts';
import type { Mailbox } from './mailbox.ts';

const styleHash = createHash('sha256').update(STYLE).digest('base64');
const PAGE_CSP = `default-src 'none'; style-src 'sha256-${styleHash}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
/** The HTML of an email may run no script and load nothing. */
const MAIL_CSP = `default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'self'`;

/** The server of the read-only mailbox, as pages and as JSON. It does not listen yet. */
export function makeMailboxServer(mailboxUrl: string, mailbox: Mailbox, siteUrl: string): Server {
  return createServer(SERVER_TIMEOUTS, (request, response) => {
    const send = (status: number, type: string, body: string | Uint8Array, csp = PAGE_CSP) => {
      response.writeHead(status, {
        'content-type': type,
        'content-security-policy': csp,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      response.end(body);
    };
    const text = (status: number, message: string) => send(status, 'text/plain; charset=utf-8', `${message}\n`);
    const page = (body: string) => send(200, 'text/html; charset=utf-8', body);
    const json = (value: unknown) => send(200, 'application/json', JSON.stringify(value));

    async function answer(): Promise<void> {
      if (!isOwnHost(request.headers.host)) {
        text(403, `Open this page as ${mailboxUrl}.`);
        return;
      }
      if (request.method !== 'GET') {
        text(405, 'These pages are read-only.');
        return;
      }
      const { pathname } = URL.parse(request.url ?? '/', mailboxUrl) ?? { pathname: '' };
      if (pathname === '/mailbox') {
        page(mailboxPage(await mailbox.list(), siteUrl));
        return;
      }
      if (pathname === '/mailbox.json') {
        json(
          (await mailbox.list()).map(({ id, mail }) => ({
            id,
            to: mail.to,
            replyTo: mail.replyTo,
            subject: mail.subject,
            text: mail.text,
            html: mail.html,
            messageId: mail.messageId,
          })),
        );
        return;
      }

      const [, id = '', part = ''] =
        /^\/mailbox\/([0-9a-f-]+)(\/html|\.eml|\/files\/[0-9]{1,3})?$/.exec(pathname) ?? [];
      const stored = await mailbox.find(id);
      const file = part.startsWith('/files/')
        ? stored?.mail.attachments[Number(part.slice('/files/'.length))]
        : undefined;
      if (file) {
        const name = (file.filename ?? 'file').replace(/[^\w.-]/g, '_');
        response.setHeader('content-disposition', `attachment; filename="${name}"`);
        const bytes = typeof file.content === 'string' ? file.content : new Uint8Array(file.content);
        send(200, 'application/octet-stream', bytes, MAIL_CSP);
        return;
      }
      if (!stored || part.startsWith('/files/')) {
        text(404, 'There is nothing here. Try /mailbox.');
        return;
      }
      if (part === '.eml') {
        send(200, 'message/rfc822', stored.source, MAIL_CSP);
        return;
      }
      if (part === '/html') {
        send(200, 'text/html; charset=utf-8', stored.mail.html ?? '', MAIL_CSP);
        return;
      }
      page(mailPage(stored, siteUrl));
    }

    answer().catch((error: unknown) => {
      console.error('The mailbox could not answer:', reason(error));
      if (!response.headersSent) text(500, 'Something went wrong; see the terminal.');
    });
  });
}
