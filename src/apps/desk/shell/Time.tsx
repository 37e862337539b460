import { briefly, exactly } from '../time.ts';

/** An instant in the viewer's time zone. `brief`: as short as it can be understood. */
export const Time = ({ iso, brief, further }: { iso: string; brief?: boolean; further?: string }) => (
  <time dateTime={iso} title={brief ? exactly(iso) : undefined} className={further}>
    {brief ? briefly(iso) : exactly(iso)}
  </time>
);
