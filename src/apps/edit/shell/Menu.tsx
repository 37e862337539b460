import { useEffect, useRef, type ReactNode } from 'react';
import { useDisclosure } from '../../../editing/client/disclosure.ts';

/** A button that shows something below it. Escape, a click elsewhere and leaving it hide that again. */
export function Menu({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { open, hide, onKeyDown, button, id } = useDisclosure();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    // Outside, the target of an event is the whole editor.
    const onPointer = (event: PointerEvent) => {
      if (frame.current && !event.composedPath().includes(frame.current)) hide();
    };
    addEventListener('pointerdown', onPointer);
    return () => removeEventListener('pointerdown', onPointer);
  });
  return (
    <div
      ref={frame}
      className="menu"
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) hide();
      }}
    >
      <button {...button} className="bar-button menu-opener">
        {label}
      </button>
      <div className="menu-list" id={id} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
