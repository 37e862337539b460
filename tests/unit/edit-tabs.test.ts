import { afterEach, expect, it } from 'vitest';
import type { AddressedTexts } from '../../src/editing/core/place-address.ts';
import { closeAfterNext, openElsewhere, openForOthers } from '../../src/apps/edit/tabs.ts';

const TEXTS: AddressedTexts = { file: 'content/home/hero.mdx', paths: [['heading'], ['(text)', 2]] };

let stop: (() => void) | undefined;
afterEach(() => stop?.());

it('texts are opened by another tab where somebody is signed in, and only there', async () => {
  const opened: AddressedTexts[] = [];
  stop = openForOthers((texts) => opened.push(texts));
  expect(await openElsewhere(TEXTS)).toBe(true);
  expect(opened).toEqual([TEXTS]);
});

it('without another tab, nothing has opened them', async () => {
  expect(await openElsewhere(TEXTS)).toBe(false);
});

it('what is no place of a text is not opened for another tab', async () => {
  const opened: AddressedTexts[] = [];
  stop = openForOthers((texts) => opened.push(texts));
  const channel = new BroadcastChannel('site-editor-places');
  for (const sent of [null, 'x', {}, { ask: '1' }, { ask: '1', texts: 1 }, { ask: '1', texts: 'content/../x:/a' }])
    channel.postMessage(sent);
  // Messages arrive in order, so the others have been handled by then.
  expect(await openElsewhere(TEXTS)).toBe(true);
  expect(opened).toEqual([TEXTS]);
  channel.close();
});

it('a tab whose texts another has opened is closed by the next click', async () => {
  const closed = new Promise<void>((close) => {
    stop = closeAfterNext(close);
  });
  await Promise.all([closed, openElsewhere(TEXTS)]);
});
