import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isHosts, linkIn, takeLink } from '../../src/apps/meet/link.ts';

const VISITOR = { booking: 'b1', secret: 'abc_-9' };
const HOST = 'host~7a~1790000000~mac';

let kept: Map<string, string>;
/** The address of the page; what replaces it. */
let address: { hash: string; pathname: string; search: string };
beforeEach(() => {
  kept = new Map();
  address = { hash: '', pathname: '/meet', search: '' };
  vi.stubGlobal('location', address);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, url: string) => Object.assign(address, { hash: '', pathname: url }),
  });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('a link to the room is a booking and a secret; the desk can add that somebody is let in', () => {
  expect(linkIn('#b1.abc_-9')).toEqual(VISITOR);
  expect(linkIn(`#b1.${HOST}.admit.Ada%20%2EB%C3%B6`)).toEqual({ booking: 'b1', secret: HOST, admit: 'Ada .Bö' });
  expect(linkIn(`#b1.${HOST}.admit.%ff`)?.admit).toBe('');
  for (const none of ['', '#', '#b1', '#b1.', '#.abc']) expect(linkIn(none), none).toBeUndefined();
});

it('a link is that of staff if its secret is a ticket', () => {
  expect(isHosts({ ...VISITOR, secret: HOST })).toBe(true);
  expect(isHosts(VISITOR)).toBe(false);
});

it('the link leaves the address at once, and is there again after a reload', () => {
  address.hash = '#b1.abc_-9';
  expect(takeLink()).toEqual(VISITOR);
  expect(address).toEqual({ hash: '', pathname: '/meet', search: '' });
  expect([...kept]).toEqual([['meet', 'b1.abc_-9']]);
  expect(takeLink()).toEqual(VISITOR);
});

it('a newer link takes the place of the one that the tab has kept', () => {
  kept.set('meet', 'b0.old');
  address.hash = '#b1.abc_-9';
  expect(takeLink()).toEqual(VISITOR);
  expect(kept.get('meet')).toBe('b1.abc_-9');
});

it('who was let in from the desk is not let in again after a reload', () => {
  address.hash = `#b1.${HOST}.admit.Ada`;
  expect(takeLink()?.admit).toBe('Ada');
  expect(takeLink()).toEqual({ booking: 'b1', secret: HOST });
});

it('without storage, the link works until the page is loaded again', () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => {
      throw new DOMException('off', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('off', 'SecurityError');
    },
  });
  expect(takeLink()).toBeUndefined();
  address.hash = '#b1.abc_-9';
  expect(takeLink()).toEqual(VISITOR);
  expect(address.hash).toBe('');
});
