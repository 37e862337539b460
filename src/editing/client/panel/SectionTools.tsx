import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { readEntry } from '../entries.ts';
import { Icon } from '../Icon.tsx';
import { changeSection, ORDER_FILE, placeOfSection } from '../sections.ts';
import { $entries } from '../state.ts';

/** Moves, hides and shows a section of the home page. Each takes effect at once, and can be undone in “Last saves”. */
export function SectionTools({ file }: { file: string }) {
  const order = useStore($entries)[ORDER_FILE];
  useEffect(() => void readEntry(ORDER_FILE), [file]);
  if (!order) return null;
  const { hidden, up, down, isHero } = placeOfSection(file, order);
  if (isHero) return null;
  const move = (to: number | undefined, name: 'up' | 'down') => (
    <button
      type="button"
      className="icon-button"
      id={`section-${name}`}
      aria-label={`Move this section ${name}`}
      title={`Move ${name}`}
      disabled={to === undefined}
      onClick={() => void (to !== undefined && changeSection(file, order, { moveTo: to }))}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div className="section-tools">
      <div className="entry-head">
        <p className="entry-place">{hidden ? 'This section is hidden' : 'Section of the home page'}</p>
        <div className="entry-buttons" role="group" aria-label="Section of the home page">
          {move(up, 'up')}
          {move(down, 'down')}
          <button
            type="button"
            className="button quiet small"
            id="section-hide"
            onClick={() => void changeSection(file, order, { hide: !hidden })}
          >
            {hidden ? 'Show it' : 'Hide it'}
          </button>
        </div>
      </div>
    </div>
  );
}
