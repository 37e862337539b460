import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

interface Props {
  label: ReactNode;
  /** Further classes of the frame. */
  className?: string;
  /** What is in it. Choosing something closes it. */
  children: ReactNode;
}

/** A button that shows links and buttons below it. Escape and a click elsewhere hide them. */
export function Menu({ label, className = '', children }: Props) {
  const [open, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const classes = `menu ${className}`;

  useEffect(() => {
    if (!open) return undefined;
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node) || !frame.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointer);
    return () => document.removeEventListener('pointerdown', onPointer);
  }, [open]);

  return (
    <div
      ref={frame}
      className={classes}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        event.stopPropagation();
        setOpen(false);
        opener.current?.focus();
      }}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !frame.current?.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className="menu-opener"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {label}
      </button>
      <div
        className="menu-list"
        id={id}
        hidden={!open}
        onClick={({ target }) => {
          if (target instanceof Element && target.closest('a, button')) setOpen(false);
        }}
      >
        {children}
      </div>
    </div>
  );
}
