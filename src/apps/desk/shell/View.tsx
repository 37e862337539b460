import { useEffect, useRef, type ReactNode } from 'react';

/** A view with one column: its heading, what it is for, and the rest. */
export function View({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Not away from a field that has the focus already.
    if (document.activeElement === document.body || document.activeElement?.closest('.desk-bar'))
      heading.current?.focus();
    scrollTo({ top: 0, behavior: 'instant' });
  }, []);
  return (
    <div className="view">
      <h1 ref={heading} className="text-3xl leading-hero outline-none" tabIndex={-1}>
        {title}
      </h1>
      {lead && <p className="max-w-prose text-lg text-soft">{lead}</p>}
      {children}
    </div>
  );
}
