/** How long nobody has typed for, in milliseconds, when a page may load again. */
const PAUSE_MS = 700;

let typedAt = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Resolves once nobody is typing. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const left = typedAt + PAUSE_MS - Date.now();
      clearTimeout(timer);
      if (left <= 0) resolve();
      else timer = setTimeout(look, left);
    };
    look();
  });
}

/** Keeps the dev server from reloading the page, after a save for example, while somebody is typing. */
export function waitForPauses(): void {
  addEventListener('keydown', () => (typedAt = Date.now()), true);
  // Vite waits for promises of its listeners, although their type has none.
  const listener: () => unknown = pause;
  import.meta.hot?.on('vite:beforeFullReload', listener);
}
