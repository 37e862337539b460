import type { ComponentProps } from 'react';
import { Icon, type IconName } from './icons.tsx';

interface Props extends Omit<ComponentProps<'button'>, 'className'> {
  icon: IconName;
  /** What it does. */
  label: string;
  /** What a screen reader adds, such as the number of unread messages; others see `mark`. */
  more?: string | undefined;
  mark?: number | undefined;
  /** The number is no news. */
  quiet?: boolean | undefined;
  /** `on`, `off`: what it is about is on, or off, and that matters; `danger`: it ends something. */
  tone?: 'on' | 'off' | 'danger' | undefined;
}

/** A button with an icon above its words, which a narrow screen hides. */
export const ControlButton = ({ icon, label, more, mark, quiet, tone, ...attributes }: Props) => (
  <button type="button" {...attributes} className="control-button" data-tone={tone}>
    <span className="control-icon">
      <Icon name={icon} />
      {mark !== undefined && mark > 0 && (
        <span className="control-mark" data-quiet={quiet} aria-hidden="true">
          {mark}
        </span>
      )}
    </span>
    <span className="control-label">
      {label}
      {more && <span className="visually-hidden"> ({more})</span>}
    </span>
  </button>
);
