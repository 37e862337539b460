import figure from 'copy:response-time';
import { readFigures } from '../requests.ts';
import type { Figures } from '../shapes.ts';
import { Loading } from '../shell/Empty.tsx';
import { Trouble } from '../shell/Trouble.tsx';
import { useRead } from '../shell/use-read.ts';
import { View } from '../shell/View.tsx';
import { AnswerTimes } from './AnswerTimes.tsx';
import { CallEndings } from './CallEndings.tsx';
import { mondays, promisedTime, WEEKS } from './figures.ts';
import { RequestCounts } from './RequestCounts.tsx';

const promised = promisedTime(figure);

const read = async () => ({ figures: await readFigures(WEEKS, promised), weeks: mondays(new Date()) });

/** How much came, how fast it was answered, and how calls ended. */
export function FiguresView() {
  const { value, failure, again } = useRead(read);
  return (
    <View title="Figures" lead={`The last ${WEEKS} weeks, which begin on Mondays (UTC).`}>
      {failure ? (
        <Trouble text={failure} onRetry={again} />
      ) : value ? (
        <All {...value} />
      ) : (
        <Loading what="the figures" rows={5} />
      )}
    </View>
  );
}

function All({ figures, weeks }: { figures: Figures; weeks: readonly string[] }) {
  return (
    <div className="figures-view">
      <AnswerTimes figures={figures} weeks={weeks} promised={promised} />
      <RequestCounts figures={figures} weeks={weeks} />
      <CallEndings calls={figures.calls} />
    </div>
  );
}
