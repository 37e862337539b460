import type { ReactNode } from 'react';

/** One part of the application, under its own heading. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="part grid" role="group" aria-labelledby={id}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="fields grid">{children}</div>
    </div>
  );
}
