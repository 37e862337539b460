import type { ReactNode } from 'react';

interface Props {
  id: string;
  title: string;
  /** It can't be changed while the form is being sent: an upload takes long, and what is typed meanwhile is not sent. */
  locked: boolean;
  children: ReactNode;
}

/** One part of the application, under its own heading. */
export function Part({ id, title, locked, children }: Props) {
  return (
    <div className="part grid" role="group" aria-labelledby={id} inert={locked}>
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      <div className="fields grid">{children}</div>
    </div>
  );
}
