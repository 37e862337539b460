import company from 'copy:company';
import { useEffect, useRef, type ReactNode } from 'react';
import { MARK } from '../../brand/mark.ts';

/** Focuses a heading when it appears, unless somebody is in a field already. Screen readers then read it. */
export function useArrival<Element extends HTMLElement>() {
  const element = useRef<Element>(null);
  useEffect(() => {
    if (!document.activeElement?.matches('input, textarea, select')) element.current?.focus();
  }, []);
  return element;
}

export const Logo = () => (
  <p className="meet-logo flex items-end gap-3 font-bold">
    <svg className="inks" viewBox={`0 0 ${MARK.width} ${MARK.height}`} aria-hidden="true">
      <path className="campus" d={MARK.campus} />
      <path className="company" d={MARK.company} />
    </svg>
    <span>{company.name}</span>
  </p>
);

interface Props {
  title: string;
  children: ReactNode;
  /** Beside the text, or below the title where the screen is narrow. */
  aside?: ReactNode;
}

/** Whatever is shown outside a call: a heading, and what belongs to it. */
export function Screen({ title, aside, children }: Props) {
  const heading = useArrival<HTMLHeadingElement>();
  useEffect(() => {
    document.title = `${title} – ${company.name}`;
  }, [title]);
  return (
    <div className="meet-screen">
      <header className="wrap meet-bar">
        <Logo />
      </header>
      <main className="wrap meet-main" data-aside={aside ? true : undefined}>
        <h1 ref={heading} tabIndex={-1} className="text-3xl leading-hero outline-none">
          {title}
        </h1>
        {aside && <div className="meet-aside">{aside}</div>}
        <div className="meet-rest">{children}</div>
      </main>
    </div>
  );
}

/** Text in which the company's address is a link. */
export function WithAddress({ text }: { text: string }) {
  const [before, ...after] = text.split(company.email);
  if (after.length === 0) return <p>{text}</p>;
  return (
    <p>
      {before}
      <a href={`mailto:${company.email}`}>{company.email}</a>
      {after.join(company.email)}
    </p>
  );
}
