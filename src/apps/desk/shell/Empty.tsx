import type { ReactNode } from 'react';
import { halfDisc } from '../../../brand/arch.ts';

/** A place with nothing in it: a deck that waits, and what one can do. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <svg className="inks" viewBox="0 0 120 36" aria-hidden="true">
      <path className="campus" d={halfDisc(8, 52, 34)} />
      <path className="company" d={halfDisc(68, 112, 34)} />
      <path className="fill-current" d="M0 34h120v2H0z" />
    </svg>
    <p className="text-lg font-bold">{title}</p>
    {children}
  </div>
);

/** Placeholders while something is being read: decks without anything on them. */
export const Loading = ({ what, rows = 4 }: { what: string; rows?: number }) => (
  <div className="loading" role="status">
    <span className="visually-hidden">Loading {what} …</span>
    {Array.from({ length: rows }, (_, index) => (
      <span key={index} className="loading-row" aria-hidden="true" />
    ))}
  </div>
);
