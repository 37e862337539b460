import type { Figures } from '../shapes.ts';
import { lengthOf } from '../time.ts';
import { Arcade, WeekEnds } from './Arcade.tsx';
import { answersByWeek, mondayInWords, shareInTime } from './figures.ts';
import { Numbers } from './Numbers.tsx';

interface Props {
  figures: Figures;
  weeks: readonly string[];
  /** The time within which a first answer is promised. */
  promised: string;
}

/** How fast requests get their first answer, against what the site promises. */
export function AnswerTimes({ figures, weeks, promised }: Props) {
  const answers = answersByWeek(figures, weeks);
  const share = shareInTime(answers);
  const latest = answers.findLast(({ medianS }) => medianS !== null);
  return (
    <section className="figure-section" aria-labelledby="answers-title">
      <h2 className="text-2xl" id="answers-title">
        First answers
      </h2>
      <dl className="headlines">
        <div>
          <dt>answered within the promised {promised}</dt>
          <dd className="text-3xl font-bold">{share === undefined ? '–' : `${share}%`}</dd>
        </div>
        <div>
          <dt>
            {latest
              ? `until half were answered, of those from the week of ${mondayInWords(latest.monday)}`
              : 'until half were answered'}
          </dt>
          <dd className="text-3xl font-bold">{latest?.medianS ? lengthOf(latest.medianS) : '–'}</dd>
        </div>
        <div>
          <dt>{figures.unanswered === 1 ? 'waits' : 'wait'} for longer than that</dt>
          <dd className="text-3xl font-bold">{figures.unanswered.toLocaleString('en')}</dd>
        </div>
      </dl>
      {share !== undefined && (
        <>
          <figure className="answer-arcade">
            <figcaption>
              Requests of each week that were answered. Filled: within {promised}. Only outlined: later.
            </figcaption>
            <Arcade
              weeks={weeks}
              counts={answers.map(({ answered }) => answered)}
              filled={answers.map(({ inTime }) => inTime)}
              most={Math.max(...answers.map(({ answered }) => answered))}
              height={120}
            />
            <WeekEnds weeks={weeks} />
          </figure>
          <Numbers
            caption="First answers by week"
            head={['Week of', 'Answered', `Within ${promised}`, 'Half within']}
            rows={answers.map(({ monday, answered, inTime, medianS }) => [
              mondayInWords(monday),
              String(answered),
              String(inTime),
              medianS === null ? '–' : lengthOf(medianS),
            ])}
          />
        </>
      )}
    </section>
  );
}
