import { briefly, exactly } from '../time.ts';

/** An instant in the viewer's time zone. `brief`: as short as it can be understood. */
export const Time = ({ iso, brief, className }: { iso: string; brief?: boolean; className?: string }) => (
  <time dateTime={iso} title={brief ? exactly(iso) : undefined} className={className}>
    {brief ? briefly(iso) : exactly(iso)}
  </time>
);
