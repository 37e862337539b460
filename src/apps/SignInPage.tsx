import company from 'copy:company';
import { useEffect, useRef, type ReactNode } from 'react';
import { MARK } from '../brand/mark.ts';

interface Props {
  /** The name of the room. */
  name: string;
  /** In the tab. */
  title: string;
  /** How near the two arches are, from 0 to 1: they meet when somebody is in. */
  met: number;
  children: ReactNode;
}

/** The page of a room before somebody is in: its opening, and below it a step of the sign-in. */
export function SignInPage({ name, title, met, children }: Props) {
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    drawing.current?.style.setProperty('--met', String(met));
  }, [met]);
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="sign-in" id="main" tabIndex={-1}>
      <div className="opening-deck border-b-deck border-ink">
        <div className="wrap flex items-end justify-between gap-6">
          <div className="grid gap-2 pb-8">
            <p className="text-soft">{company.name}</p>
            <h1 className="text-hero leading-hero">{name}</h1>
          </div>
          <svg ref={drawing} className="inks" viewBox="0 0 66 24" aria-hidden="true">
            <path className="campus" d={MARK.campus} />
            <path className="company" d={MARK.company} />
          </svg>
        </div>
      </div>
      {children}
    </main>
  );
}
