import type { Figures } from '../shapes.ts';
import { Arcade, WeekEnds } from './Arcade.tsx';
import { mondayInWords, requestsByWeek } from './figures.ts';
import { Numbers } from './Numbers.tsx';

/** How many requests of each kind came in each week: an arcade for each kind, all to the same scale. */
export function RequestCounts({ figures, weeks }: { figures: Figures; weeks: readonly string[] }) {
  const series = requestsByWeek(figures, weeks);
  const most = Math.max(0, ...series.flatMap(({ counts }) => counts));
  return (
    <section className="figure-section" aria-labelledby="counts-title">
      <h2 className="text-2xl" id="counts-title">
        What came in
      </h2>
      {series.length === 0 ? (
        <p className="text-soft">Nothing yet.</p>
      ) : (
        <>
          <div className="arcades">
            {series.map(({ label, counts, total }) => (
              <figure key={label}>
                <figcaption className="flex justify-between gap-3">
                  <span className="font-bold">{label}</span>
                  <span className="text-soft">{total.toLocaleString('en')}</span>
                </figcaption>
                <Arcade weeks={weeks} counts={counts} most={most} height={90} />
                <WeekEnds weeks={weeks} />
              </figure>
            ))}
          </div>
          <Numbers
            caption="Requests by week and kind"
            head={['Week of', ...series.map(({ label }) => label)]}
            rows={weeks.map((monday, index) => [
              mondayInWords(monday),
              ...series.map(({ counts }) => String(counts[index] ?? 0)),
            ])}
          />
        </>
      )}
    </section>
  );
}
