import { useStore } from '@nanostores/react';
import { $list } from '../list/list.ts';
import { $place, closeRequest, openRequest } from '../list/navigation.ts';
import { hashOf, isSame } from '../list/place.ts';
import type { Key } from '../requests.ts';

/** Leads to the requests before and after the open one, and closes it. */
export function Neighbours({ open }: { open: Key }) {
  const { entries } = useStore($list);
  const at = entries.findIndex((entry) => isSame(entry, open));
  return (
    <div className="neighbours flex">
      <Neighbour to={at > 0 ? entries[at - 1] : undefined} label="Newer request" path="M4 13l6-6 6 6" />
      <Neighbour to={at >= 0 ? entries[at + 1] : undefined} label="Older request" path="M4 7l6 6 6-6" />
      <button type="button" className="icon-button wide-only" aria-label="Close the request" onClick={closeRequest}>
        <Icon path="M4 4l12 12M16 4L4 16" />
      </button>
    </div>
  );
}

function Neighbour({ to, label, path }: { to: Key | undefined; label: string; path: string }) {
  const place = useStore($place);
  if (!to)
    return (
      <span className="icon-button" aria-hidden="true" data-off="">
        <Icon path={path} />
      </span>
    );
  const key = { kind: to.kind, id: to.id };
  return (
    <a
      className="icon-button"
      aria-label={label}
      href={hashOf({ ...place, open: key })}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        openRequest(key);
      }}
    >
      <Icon path={path} />
    </a>
  );
}

const Icon = ({ path }: { path: string }) => (
  <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
    <path d={path} />
  </svg>
);
