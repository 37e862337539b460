import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import { bringIntoView, isShown, uncover } from '../page-focus.ts';
import { pageTexts, type PageText } from '../page-texts.ts';
import { nameOf } from '../page-clicks.ts';
import { SITE_FILE } from '../placeholders.ts';
import { $matcher, NARROW, openPanel, openPlaces, SHEET } from '../panels.ts';
import { $content, $pointed, titleOf } from '../state.ts';
import { placeKey, wordsOfPath } from '../tokens.ts';
import { Panel } from './Panel.tsx';

const rank = (file: string, inMain: boolean) => (file === '' ? 0 : inMain && file !== SITE_FILE ? 1 : 2);

const rowId = ({ places: [first] }: PageText) => `row/${first ? placeKey(first) : ''}`;

function show({ element, places, ambiguous, text }: PageText): void {
  if (!element || !isShown(element)) return $pointed.set(null);
  bringIntoView(element, innerWidth < NARROW ? innerHeight * SHEET : 0);
  $pointed.set({ element, name: nameOf({ places, ambiguous, text }) });
}

/** All texts of the page in order, so that the keyboard can reach what the pointer can. */
export function TextsPanel({ at }: { at: string | undefined }) {
  const matcher = useStore($matcher);
  const content = useStore($content);
  const groups = useMemo(() => {
    const byFile = new Map<string, PageText[]>();
    for (const text of pageTexts(document, matcher)) {
      const file = text.element ? (text.places[0]?.file ?? '') : '';
      byFile.set(file, [...(byFile.get(file) ?? []), text]);
    }
    const isInMain = ([, texts]: [string, PageText[]]) => texts.some(({ element }) => element?.closest('main'));
    // Texts of the head first, then the page's own texts, then those of every page.
    return [...byFile].sort((a, b) => rank(a[0], isInMain(a)) - rank(b[0], isInMain(b)));
  }, [matcher]);
  const inHead = (text: PageText) => {
    const [place] = text.places;
    const known = content?.files.find(({ file }) => file === place?.file);
    return known?.texts.find(({ path }) => place && path.join('/') === place.path.join('/'))?.text;
  };
  const open = (text: PageText) => {
    if (text.element) uncover(text.element);
    const back = { kind: 'texts', at: rowId(text) } as const;
    if (text.ambiguous) openPanel({ kind: 'choice', places: text.places });
    else openPlaces(text.places, { back });
  };
  return (
    <Panel title="Texts on this page" focusId={at}>
      {groups.map(([file, texts]) => (
        <section className="group" key={file} aria-label={file === '' ? 'In search results and tabs' : titleOf(file)}>
          <h3>{file === '' ? 'In search results and tabs' : titleOf(file)}</h3>
          <ul className="rows">
            {texts.map((text) => (
              <li key={text.places[0] ? placeKey(text.places[0]) : text.text}>
                <button
                  type="button"
                  className="row"
                  id={rowId(text)}
                  onFocus={() => show(text)}
                  onPointerEnter={() => text.element && isShown(text.element) && show(text)}
                  onBlur={() => $pointed.set(null)}
                  onClick={() => open(text)}
                >
                  <span className="row-name">
                    {text.places[0] && !text.ambiguous ? wordsOfPath(text.places[0].path) : nameOf(text)}
                  </span>
                  <span className="row-text">{inHead(text) ?? text.text}</span>
                  {text.element && !isShown(text.element) && <span className="hint">Not visible right now</span>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
}
