import type { ComponentProps } from 'react';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  quiet?: boolean;
  small?: boolean;
  danger?: boolean;
  /** While it works, it keeps the focus and does nothing. */
  busy?: boolean;
  /** Further classes. */
  further?: string;
}

/** A button of the desk. */
export function Button({ quiet, small, danger, busy, further, onClick, ...attributes }: Props) {
  const classes = ['button', quiet && 'button-quiet', small && 'button-small', danger && 'button-danger', further];
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
