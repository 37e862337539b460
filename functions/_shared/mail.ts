import { Buffer } from 'node:buffer';
import { createTransport, type TransportOptions } from 'nodemailer';
import { isOwn } from '../../src/lib/own-names.ts';

/** One e-mail. `id` is stable: sending the same mail again carries the same Message-ID and idempotency key. */
export interface Mail {
  id: string;
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Additional headers; they never contain visitor input. */
  headers?: Record<string, string>;
  /** An appointment for the receiver's calendar, attached as a file. */
  calendar?: Calendar;
}

interface Calendar {
  /** As in the file (RFC 5546), for example REQUEST. Never visitor input: it is written into a header. */
  method: string;
  /** RFC 5545. */
  file: string;
}

const CALENDAR_NAME = 'appointment.ics';

/** Resolves when the mail provider has accepted the mail; rejects with an Error that says why not. */
export type Send = (mail: Mail) => Promise<void>;

/** How mail is sent. With a Resend key it goes over HTTPS: hosted edge functions can't reach ports 25 and 587. */
export interface MailSettings {
  /** For example `Company <hello@example.com>`. */
  from: string;
  resendKey?: string | undefined;
  /** The API's base URL; only tests set it. */
  resendUrl?: string | undefined;
  /** For example `smtp://127.0.0.1:1025` or `smtps://user:password@smtp.example.com:465`. */
  smtpUrl?: string | undefined;
}

const TIMEOUT_MS = 10_000;

/**
 * Every mail says that a program wrote it (RFC 3834, and Outlook's own header): otherwise the answer of an absent
 * receiver would reach the team for each.
 */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/**
 * @throws Error when neither a Resend key nor an SMTP URL is set
 */
export function makeSend(settings: MailSettings): Send {
  const send = settings.resendKey
    ? sendWithResend(settings, settings.resendKey)
    : settings.smtpUrl && sendWithSmtp(settings, settings.smtpUrl);
  if (!send) throw new Error('No way to send mail: set RESEND_API_KEY or SMTP_URL.');
  return async ({ replyTo, ...mail }) => {
    if (hasEncodedWord(mail.to)) throw new Error('An address with an encoded word gets no mail.');
    const headers = { ...mail.headers, ...AUTOMATIC };
    // The team can copy the address from the text.
    await send({ ...mail, headers, ...(replyTo !== undefined && !hasEncodedWord(replyTo) && { replyTo }) });
  };
}

/** Programs may decode an encoded word (RFC 2047) even in an address, to text with line breaks and other headers. */
const hasEncodedWord = (address: string) => address.includes('=?');

const domainOf = (from: string) => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost';

/**
 * A header is one line: a line break in a visitor's name must not start another. An encoded word (RFC 2047) would be
 * decoded, and could contain one.
 */
const oneLine = (text: string) =>
  text
    .replace(/\p{Cc}+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

function sendWithResend(settings: MailSettings, key: string): Send {
  const post = (mail: Mail) =>
    fetch(`${settings.resendUrl ?? 'https://api.resend.com'}/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': mail.id },
      body: JSON.stringify({
        from: settings.from,
        to: [mail.to],
        ...(mail.replyTo ? { reply_to: mail.replyTo } : {}),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        headers: { ...mail.headers, 'Message-ID': `<${mail.id}@${domainOf(settings.from)}>` },
        ...(mail.calendar && { attachments: [attached(mail.calendar)] }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  /** Retries up to twice when rate-limited (429), after the delay that the provider names. */
  const postPatiently = async (mail: Mail) => {
    for (let tries = 2; ; tries--) {
      const response = await post(mail);
      if (response.status !== 429 || tries === 0) return response;
      await response.body?.cancel();
      const seconds = Math.min(Number(response.headers.get('retry-after') ?? 1) || 1, 5);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  };
  return async (mail) => {
    let response = await postPatiently(mail);
    // Resend may reject the visitor's address as Reply-To. The team must get the mail anyway; the address is in the
    // text. The idempotency key has to differ, because the first one is bound to the other content.
    if (mail.replyTo && (response.status === 400 || response.status === 422)) {
      const { replyTo: _disliked, ...rest } = mail;
      response = await postPatiently({ ...rest, id: `${mail.id}.plain` });
    }
    if (response.ok) {
      await response.body?.cancel();
      return;
    }
    const answer = await response.text();
    // Resend already accepted a mail under this key; only a detail differs, such as a link's signature. It counts.
    if (response.status === 409 && answer.includes('invalid_idempotent_request')) return;
    throw new Error(`Resend answered ${response.status}${nameOf(answer)}`);
  };
}

const attached = ({ method, file }: Calendar) => ({
  filename: CALENDAR_NAME,
  content: Buffer.from(file).toString('base64'),
  content_type: `text/calendar; charset=utf-8; method=${method}`,
});

/** The name of a refusal, such as validation_error. The rest of the answer may repeat what a visitor typed. */
const nameOf = (answer: string) => (/"name":\s*"([a-z_]{1,60})"/.exec(answer)?.[1] ?? '').replace(/^./, ': $&');

/** For the same reason, only the codes of a refusal are passed on. */
function asRefusal(error: unknown): unknown {
  const { response } = error as { response?: string };
  const [codes] = /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response ?? '') ?? [];
  return codes === undefined ? error : new Error(`The mail server answered ${codes}.`);
}

function sendWithSmtp(settings: MailSettings, url: string): Send {
  // Otherwise, whoever is on the way could leave the offer of encryption out, and read the password and every mail.
  const requireTLS = !(URL.canParse(url) && isOwn(new URL(url).hostname));
  return async (mail) => {
    const transport = createTransport(
      {
        url,
        requireTLS,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
      } as TransportOptions,
      { from: settings.from },
    );
    try {
      await transport.sendMail({
        messageId: `<${mail.id}@${domainOf(settings.from)}>`,
        to: { name: '', address: mail.to },
        ...(mail.replyTo ? { replyTo: { name: '', address: mail.replyTo } } : {}),
        subject: oneLine(mail.subject),
        text: mail.text,
        html: mail.html,
        headers: mail.headers ?? {},
        ...(mail.calendar && {
          icalEvent: { method: mail.calendar.method, filename: CALENDAR_NAME, content: mail.calendar.file },
        }),
        // The text is visitor input: it must not make nodemailer read a file or fetch a URL.
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } catch (error) {
      throw asRefusal(error);
    } finally {
      transport.close();
    }
  };
}
