import type { ClientDirective } from 'astro';

/**
 * `client:intent="name"`: hydrates an island when a pointer, a finger, a file or the focus comes to it, or when the island of
 * that name is wanted (src/stores/intents.ts). Astro bundles this file by itself, so the store reaches it through the
 * document: the `data-intents` attribute for what was wanted before, the `intent` event for what is wanted from now on.
 */
const intent: ClientDirective = (load, options, element) => {
  const name = options.value;
  let wanted = false;

  const hydrate = async () => {
    if (wanted) return;
    wanted = true;
    await (
      await load()
    )();
  };

  // Astro has tried twice by then: the connection is lost. The next sign of intent tries again, and the page says what
  // else can be done.
  element.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    wanted = false;
    document.dispatchEvent(new CustomEvent('island-failed', { detail: name }));
    console.warn(`The island "${name}" could not be loaded.`, (event as CustomEvent<{ error: unknown }>).detail.error);
  });
  for (const sign of ['pointerenter', 'touchstart', 'focusin', 'dragenter', 'change'])
    element.addEventListener(sign, () => void hydrate(), { passive: true });
  document.addEventListener('intent', (event) => {
    if ((event as CustomEvent<string>).detail === name) void hydrate();
  });
  if (document.documentElement.dataset['intents']?.split(' ').includes(name)) void hydrate();
};

export default intent;
