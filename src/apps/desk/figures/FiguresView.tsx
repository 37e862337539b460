import figure from 'copy:response-time';
import { useCallback } from 'react';
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

/** How much came, how fast it was answered, and how calls ended. */
export function FiguresView() {
  const { value, failure, again } = useRead(useCallback(() => readFigures(WEEKS, promised), []));
  return (
    <View title="Figures" lead={`The last ${WEEKS} weeks, which begin on Mondays (UTC).`}>
      {failure ? (
        <Trouble text={failure} onRetry={again} />
      ) : value ? (
        <All figures={value} />
      ) : (
        <Loading what="the figures" rows={5} />
      )}
    </View>
  );
}

function All({ figures }: { figures: Figures }) {
  const weeks = mondays(new Date());
  return (
    <div className="figures-view">
      <AnswerTimes figures={figures} weeks={weeks} promised={promised} />
      <RequestCounts figures={figures} weeks={weeks} />
      <CallEndings calls={figures.calls} />
    </div>
  );
}
