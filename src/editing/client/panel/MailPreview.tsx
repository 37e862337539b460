import { useEffect, useState } from 'react';
import type { Data } from '../../core/values.ts';
import type { ShownMail } from '../../protocol.ts';
import { ask } from '../api.ts';

/** Files with the words of mails. */
const MAILS = /^content\/(?:emails|waiting-lists)\//;
/** How long typing has to pause before the mail is rendered again (milliseconds). */
const PAUSE_MS = 300;

/** Whether mails are made of a file's words. */
export const showsMails = (file: string): boolean => MAILS.test(file);

/** The mails that are made of a file's words, as they are now in the form. */
export function MailPreview({ file, data }: { file: string; data: Data }) {
  const [mails, setMails] = useState<readonly ShownMail[]>([]);
  const words = JSON.stringify(data);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () =>
        void ask('mails', { file, data: JSON.parse(words) as Data }).then(
          // While the words can't be used, the last mail stays.
          (shown) => isCurrent && shown.length > 0 && setMails(shown),
          () => undefined,
        ),
      PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [file, words]);
  if (mails.length === 0) return null;
  return (
    <section className="mails" aria-label="How it looks">
      <p className="hint">With the answers of an imaginary visitor. It follows what you type.</p>
      {mails.map(({ title, subject, html }) => (
        <figure key={title}>
          <figcaption>
            <strong>{title}</strong>
            <span>{subject}</span>
          </figcaption>
          <iframe
            title={`${title}: ${subject}`}
            srcDoc={html}
            // No scripts; the height of its document can be read.
            sandbox="allow-same-origin"
            onLoad={({ currentTarget }) => {
              const { body } = currentTarget.contentDocument ?? {};
              if (body) currentTarget.style.height = `${body.scrollHeight}px`;
            }}
          />
        </figure>
      ))}
    </section>
  );
}
