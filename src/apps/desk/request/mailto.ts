import { plainLine } from '../../../backend/text-rules.ts';

/**
 * A link that opens the mail program (RFC 6068). Whatever is in the address or the subject, it adds no other field.
 *
 * @param address as visitors can enter it: its part before the @ may contain `?`, `&` and `%`
 */
export function mailto(address: string, subject: string): string {
  const at = address.lastIndexOf('@');
  const to = `${encodeURIComponent(address.slice(0, at))}@${encodeURIComponent(address.slice(at + 1))}`;
  return `mailto:${to}?subject=${encodeURIComponent(plainLine(subject))}`;
}
