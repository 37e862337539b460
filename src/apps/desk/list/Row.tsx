import { useStore } from '@nanostores/react';
import { memo, type MouseEvent } from 'react';
import { plainLine } from '../../../backend/text-rules.ts';
import { kindName, STATE_NAMES } from '../kinds.ts';
import { $colleagues, nameOf } from '../people.ts';
import { subjectOf } from '../request/facts.ts';
import { labels } from '../request/labels.ts';
import type { Key } from '../requests.ts';
import type { Entry } from '../shapes.ts';
import { Time } from '../shell/Time.tsx';
import { hashOf, type Place } from './place.ts';

interface Props {
  entry: Entry;
  place: Place;
  isOpen: boolean;
  /** Whether it is in the tab order. */
  inOrder: boolean;
  onFocus: () => void;
  onClick: (event: MouseEvent) => void;
}

export const rowId = ({ kind, id }: Key): string => `row-${kind}-${id}`;

/** One request in the list: a link to it. */
export const Row = memo(RowView, (one, other) => {
  return (
    one.entry === other.entry &&
    one.place === other.place &&
    one.isOpen === other.isOpen &&
    one.inOrder === other.inOrder
  );
});

function RowView({ entry, place, isOpen, inOrder, onFocus, onClick }: Props) {
  const colleagues = useStore($colleagues);
  const { kind, id, name, subject, state, opened_at, assigned_to, dead, created_at } = entry;
  const isUnread = opened_at === null;
  const about = [kindName(kind), subjectOf(kind, subject, labels)].filter(Boolean).join(' · ');
  const standing = [
    state !== 'new' && STATE_NAMES[state],
    assigned_to !== null && nameOf(assigned_to, colleagues),
  ].filter((word) => typeof word === 'string');
  return (
    <li>
      <a
        className="row"
        id={rowId(entry)}
        href={hashOf({ ...place, view: 'requests', open: { kind, id } })}
        tabIndex={inOrder ? 0 : -1}
        aria-current={isOpen ? 'true' : undefined}
        data-unread={isUnread || undefined}
        onFocus={onFocus}
        onClick={onClick}
      >
        <span className="row-name">
          {isUnread && <span className="visually-hidden">Unread: </span>}
          {plainLine(name) || 'Somebody without a name'}
        </span>
        <Time iso={created_at} brief className="text-xs text-soft" />
        <span className="row-about text-soft">{about}</span>
        {(standing.length > 0 || dead) && (
          <span className="row-standing text-xs">
            {dead && <span className="dead-mark">Dead letter</span>}
            {standing.length > 0 && <span className="text-soft">{standing.join(' · ')}</span>}
          </span>
        )}
      </a>
    </li>
  );
}
