import { pathKey } from '../../core/paths.ts';
import { useStore } from '@nanostores/react';
import { openPlaces } from '../panels.ts';
import { $content, $panel, titleOf } from '../state.ts';
import { placeKey, wordsOfPath, type CopyPlace } from '../tokens.ts';
import { Panel } from './Panel.tsx';

/** Asks which of several places a text of the page comes from. */
export function ChoicePanel({ places, left }: { places: readonly CopyPlace[]; left: boolean }) {
  const content = useStore($content);
  const panel = useStore($panel);
  const textOf = ({ file, path }: CopyPlace) =>
    content?.files.find((one) => one.file === file)?.texts.find((text) => pathKey(text.path) === pathKey(path))?.text;
  return (
    <Panel title="Which text do you mean?" left={left}>
      <p className="hint">Several texts match. The most likely one is first.</p>
      <ul className="rows">
        {places.map((place, index) => (
          <li key={placeKey(place)}>
            <button
              type="button"
              className="row"
              data-first={index === 0 || undefined}
              onClick={() => openPlaces([place], { left, ...(panel && { back: panel }) })}
            >
              <strong>{titleOf(place.file)}</strong>
              <span>{wordsOfPath(place.path)}</span>
              <span className="row-text">{textOf(place)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
