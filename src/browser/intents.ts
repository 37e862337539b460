import { $intents, wantIsland, type IslandName } from '../stores/intents.ts';

// The directive can't import the store (see intent-directive.ts), so each wish is passed on through the document.
$intents.listen((intents, _old, name) => {
  document.documentElement.dataset['intents'] = Object.keys(intents).join(' ');
  document.dispatchEvent(new CustomEvent('intent', { detail: name }));
});

/** What opens a dialog, or leads to it, loads its island as soon as a pointer, a finger or the focus reaches it. */
const preload = ({ target }: Event) => {
  const opener = target instanceof Element ? target.closest<HTMLElement>('[data-opens], [data-leads-to]') : null;
  if (opener) wantIsland((opener.dataset['opens'] ?? opener.dataset['leadsTo']) as IslandName);
};
for (const sign of ['pointerover', 'touchstart', 'focusin'])
  document.addEventListener(sign, preload, { passive: true });
