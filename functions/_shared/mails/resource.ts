import { emailCopy } from '../email-copy.generated.ts';
import type { Environment } from '../environment.ts';
import type { Mail } from '../mail.ts';
import type { Waiting } from '../resource-requests.ts';
import { paragraphsMail } from './layout.ts';

type ResourceCopy = (typeof emailCopy.resources)[number];

/**
 * The mail that announces a resource. To unsubscribe, it has a link for people and the one-click headers for mail
 * programs (RFC 8058). It repeats nothing that was typed.
 */
export function resourceMail(
  person: Waiting,
  { mail }: ResourceCopy,
  { siteUrl, supabaseUrl }: Pick<Environment, 'siteUrl' | 'supabaseUrl'>,
): Mail {
  const token = person.unsubscribe_token;
  return {
    ...paragraphsMail(
      `${person.id}.available`,
      person.email,
      mail.subject,
      mail.paragraphs,
      { label: mail.link.label, href: new URL(mail.link.href, siteUrl).href },
      { ...emailCopy.unsubscribe, href: new URL(`/unsubscribe#${token}`, siteUrl).href },
    ),
    headers: {
      'List-Unsubscribe': `<${supabaseUrl}/functions/v1/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
