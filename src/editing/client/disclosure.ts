import { useId, useRef, useState, type KeyboardEvent } from 'react';

/**
 * A button that shows and hides something. Escape hides it, too, and the button gets the focus back.
 *
 * @param onClose called when the visitor closes it
 */
export function useDisclosure(onClose?: () => void) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = () => {
    setOpen(false);
    onClose?.();
    opener.current?.focus();
  };
  return {
    open,
    close,
    show: () => setOpen(true),
    /** Closes it without moving the focus. */
    hide: () => setOpen(false),
    /** Of the element that contains both. */
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !open) return;
      event.stopPropagation();
      close();
    },
    button: {
      type: 'button',
      ref: opener,
      'aria-expanded': open,
      'aria-controls': id,
      onClick: () => (open ? close() : setOpen(true)),
    },
    /** The id of what it shows. */
    id,
  } as const;
}
