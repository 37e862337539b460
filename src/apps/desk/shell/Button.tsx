import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  quiet?: boolean;
  small?: boolean;
  danger?: boolean;
  /** While it works, it keeps the focus and does nothing. */
  busy?: boolean;
}

/** A button of the desk. */
export function Button({ quiet, small, danger, busy, onClick, ...attributes }: Props) {
  const classes = ['button', quiet && 'button-quiet', small && 'button-small', danger && 'button-danger'];
  return (
    <button
      type="button"
      {...attributes}
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={busy ? true : undefined}
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
