import { useStore } from '@nanostores/react';
import { useEffect, useId, useRef, useState } from 'react';
import { linkPlaces } from '../link-places.ts';
import { $content } from '../state.ts';

/** An address as somebody types it: example.com becomes https://example.com. Undefined if it is none. */
function addressOf(typed: string): string | undefined {
  if (/^(?:https:\/\/|mailto:|\/|#)\S+$|^\/$/.test(typed)) return typed;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  return /^(?:http:\/\/)?[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?$/.test(typed)
    ? `https://${typed.replace(/^http:\/\//, '')}`
    : undefined;
}

/**
 * Asks where a link leads: to a page of the site, to one of its sections, or to another address.
 *
 * @param current the address of the link that is there; undefined if there is none
 * @param onChoose called with the address, and a title for a link without words; '' removes the link
 */
export function LinkChoice({
  current,
  onChoose,
  onCancel,
}: {
  current: string | undefined;
  onChoose: (address: string, title: string) => void;
  onCancel: () => void;
}) {
  const places = linkPlaces(useStore($content)?.files ?? []);
  const [typed, setTyped] = useState(current ?? '');
  const [mistake, setMistake] = useState('');
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
    group.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const searched = typed.trim().toLowerCase();
  const found = places.filter(
    ({ address, title }) =>
      typed === current || title.toLowerCase().includes(searched) || address.toLowerCase().includes(searched),
  );
  function choose() {
    const own = places.find(({ address }) => address === typed.trim()) ?? (found.length === 1 ? found[0] : undefined);
    const address = own?.address ?? addressOf(typed.trim());
    if (address === undefined)
      setMistake('Choose a page from the list, or write an address such as https://example.com.');
    else onChoose(address, own?.title ?? typed.trim());
  }
  return (
    <div className="inset" role="group" aria-label="Link" ref={group}>
      <div className="field">
        <label htmlFor={id}>Where the link leads</label>
        <p className="hint" id={`${id}:hint`}>
          A page of this site, or an address that begins with https://.
        </p>
        {mistake !== '' && (
          <p className="mistake" id={`${id}:mistake`} role="alert">
            {mistake}
          </p>
        )}
        <input
          id={id}
          className="control"
          value={typed}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={mistake !== ''}
          aria-describedby={`${id}:hint${mistake === '' ? '' : ` ${id}:mistake`}`}
          ref={input}
          onChange={({ target }) => {
            setTyped(target.value);
            setMistake('');
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            choose();
          }}
        />
      </div>
      {found.length > 0 && (
        <ul className="insert-list" aria-label="Pages of this site">
          {found.map(({ address, title }) => (
            <li key={address}>
              <button type="button" onClick={() => onChoose(address, title)}>
                <strong>{title}</strong>
                <span>{address}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="buttons">
        <button type="button" className="button small" onClick={choose}>
          Set the link
        </button>
        {current !== undefined && (
          <button type="button" className="button small quiet" onClick={() => onChoose('', '')}>
            Remove the link
          </button>
        )}
        <button type="button" className="button small quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}
