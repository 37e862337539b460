import { bytesOf } from './text-bytes.ts';

/** The id that Git gives a file with this content. */
export async function blobOid(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  const head = bytesOf(`blob ${bytes.length}\0`);
  const blob = new Uint8Array(head.length + bytes.length);
  blob.set(head);
  blob.set(bytes, head.length);
  const digest = await crypto.subtle.digest('SHA-1', blob);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
