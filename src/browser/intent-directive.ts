import type { ClientDirective } from 'astro';

/**
 * `client:intent="name"`: hydrates an island when a pointer, a finger or the focus comes to it, or when the island of
 * that name is wanted (src/stores/intents.ts). Astro bundles this file by itself, so the store reaches it through the
 * document: the `data-intents` attribute for what was wanted before, the `intent` event for what is wanted from now on.
 */
const intent: ClientDirective = (load, options, element) => {
  const name = options.value;
  let state: 'waiting' | 'loading' | 'done' = 'waiting';

  const hydrate = async () => {
    if (state !== 'waiting') return;
    state = 'loading';
    try {
      await (
        await load()
      )();
      state = 'done';
      element.removeAttribute('data-failed');
    } catch (error) {
      // A lost connection: the next sign of intent tries again, and the page says what else can be done.
      state = 'waiting';
      element.setAttribute('data-failed', '');
      document.dispatchEvent(new CustomEvent('island-failed', { detail: name }));
      console.warn(`The island "${name}" could not be loaded.`, error);
    }
  };

  for (const sign of ['pointerenter', 'touchstart', 'focusin'])
    element.addEventListener(sign, () => void hydrate(), { passive: true });
  document.addEventListener('intent', (event) => {
    if ((event as CustomEvent<string>).detail === name) void hydrate();
  });
  if (document.documentElement.dataset['intents']?.split(' ').includes(name)) void hydrate();
};

export default intent;
