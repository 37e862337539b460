import { useStore } from '@nanostores/react';
import { useEffect, useMemo, useState } from 'react';
import { placeInFile, shownFrom } from './as-typed.ts';
import { isShown } from './page-focus.ts';
import { elementsOf } from './page-texts.ts';
import { $matcher } from './panels.ts';
import { $entries, $panel, $pointed, drafts } from './state.ts';

/** The gap between an outline and its text, in CSS pixels. */
const OFF = 4;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

function boxOf(element: Element): Box | undefined {
  if (!element.isConnected || !isShown(element)) return undefined;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0 || height === 0) return undefined;
  return { left: left - OFF, top: top - OFF, width: width + 2 * OFF, height: height + 2 * OFF };
}

const sameBox = (a: Box | undefined, b: Box | undefined) =>
  a === b || (a && b && a.left === b.left && a.top === b.top && a.width === b.width && a.height === b.height);

/** Tracks the position of an element in every frame: scrolling and unfolding move it. */
function useBox(element: Element | undefined): Box | undefined {
  const [box, setBox] = useState<Box | undefined>();
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const now = element && boxOf(element);
      setBox((before) => (sameBox(before, now) ? before : now));
      if (element) frame = requestAnimationFrame(look);
    };
    look();
    return () => cancelAnimationFrame(frame);
  }, [element]);
  return element && box;
}

function Outline({ element, name, chosen = false }: { element: Element | undefined; name?: string; chosen?: boolean }) {
  const box = useBox(element);
  if (!box) return null;
  // At the top of the viewport, the tag goes inside the outline.
  const classes = ['outline', chosen && 'chosen', box.top < 28 && 'at-top'].filter(Boolean).join(' ');
  return (
    <div className={classes} style={box}>
      {name !== undefined && <span className="tag">{name}</span>}
    </div>
  );
}

/** Outlines the text under the pointer, and the texts that are open in a form. */
export function HoverLayer() {
  const pointed = useStore($pointed);
  const panel = useStore($panel);
  const matcher = useStore($matcher);
  const form = panel?.kind === 'form' && !panel.all ? panel : undefined;
  const file = form?.file;
  const paths = form?.paths;
  const draft = useStore(drafts.$all)[file ?? ''];
  const entry = useStore($entries)[file ?? ''];
  const chosen = useMemo(() => {
    const shown = shownFrom(entry, draft);
    if (file === undefined || !shown) return [];
    // The page shows the saved file; entries may have moved in the draft.
    const places = (paths ?? []).flatMap((path) => [placeInFile(path, shown) ?? []]);
    return [...new Set(places.flatMap((path) => elementsOf({ file, path }, matcher)))];
  }, [file, paths, matcher, draft, entry]);
  return (
    <div className="layer" aria-hidden="true">
      {chosen.map((element, index) => (
        <Outline key={index} element={element} chosen />
      ))}
      <Outline element={pointed?.element} {...(pointed && { name: pointed.name })} />
    </div>
  );
}
