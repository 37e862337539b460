import { useEffect, useRef } from 'react';
import { MARK } from '../../brand/mark.ts';

/** The applicant's progress: two arches, which meet when all required fields are filled in. */
export function Approach({ done, total, words }: { done: number; total: number; words: string }) {
  const arches = useRef<SVGSVGElement>(null);
  // Not a style attribute: the page's CSP forbids it.
  useEffect(() => arches.current?.style.setProperty('--met', String(done / total)), [done, total]);
  return (
    <div className="approach grid content-start">
      <svg ref={arches} className="inks" viewBox="0 0 66 24" aria-hidden="true">
        <path className="campus" d={MARK.campus} />
        <path className="company" d={MARK.company} />
      </svg>
      <p>{words.replace('{done}', String(done)).replace('{total}', String(total))}</p>
    </div>
  );
}
