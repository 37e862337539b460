/**
 * Hydrates an island when a pointer, a finger, a file or the focus reaches it or its opener, or when code requests it
 * by name. Before that, nothing of React is loaded.
 *
 * Replaces Astro's runtime (src/build/integrations/intent-directive.ts) and reads the attributes that Astro writes.
 */

/** @astrojs/react's client. */
interface Renderer {
  default: (
    island: HTMLElement,
  ) => (component: unknown, props: unknown, slots: object, options: { client: string }) => Promise<void>;
}
/** A property as Astro serializes it: 1 before an array, 0 before any other value that our islands get. */
type Written = readonly [0, unknown] | readonly [1, readonly Written[]];

/** The delay before a failed download is retried, once (milliseconds). */
const RETRY_AFTER_MS = 1000;

const allIslands = [...document.querySelectorAll<HTMLElement>('astro-island')];
const nameOf = (island: Element) => (JSON.parse(island.getAttribute('opts') ?? '') as { value: string }).value;

const readAll = (properties: object): unknown =>
  Object.fromEntries(Object.entries(properties).map(([key, written]) => [key, read(written as Written)]));
const read = ([kind, value]: Written): unknown =>
  kind === 1 ? value.map(read) : value && typeof value === 'object' ? readAll(value) : value;

/** Downloads the module that an attribute names. The retry uses another URL, because browsers cache failures. */
async function download(island: HTMLElement, attribute: string): Promise<unknown> {
  const url = island.getAttribute(attribute);
  if (url === null) return undefined;
  try {
    return (await import(/* @vite-ignore */ url)) as unknown;
  } catch {
    await new Promise((done) => setTimeout(done, RETRY_AFTER_MS));
    const again = `${url}?${Date.now()}`;
    return import(/* @vite-ignore */ again);
  }
}

async function hydrate(island: HTMLElement): Promise<void> {
  // Sets up hot reload in dev; a build has none.
  if (import.meta.env.DEV) await download(island, 'before-hydration-url');
  const [component, renderer] = await Promise.all([
    download(island, 'component-url') as Promise<Record<string, unknown>>,
    download(island, 'renderer-url') as Promise<Renderer>,
  ]);
  const properties = JSON.parse(island.getAttribute('props') ?? '{}') as object;
  const exported = component[island.getAttribute('component-export') ?? 'default'];
  await renderer.default(island)(exported, readAll(properties), {}, { client: 'intent' });
  island.removeAttribute('ssr');
}

/**
 * Requests an island; repeated calls do no harm. If the island can't be loaded, it dispatches the event
 * `island-failed`, and the next call tries again.
 */
export function wantIsland(name: string): void {
  const island = allIslands.find((candidate) => nameOf(candidate) === name);
  if (!island || 'wanted' in island.dataset) return;
  island.dataset['wanted'] = '';
  hydrate(island).catch((error: unknown) => {
    delete island.dataset['wanted'];
    island.dispatchEvent(new Event('island-failed', { bubbles: true }));
    console.warn(`The island "${name}" could not be loaded.`, error);
  });
}

const SIGNS = '[data-opens], [data-leads-to], astro-island';
const wantFor = (element: HTMLElement) => {
  wantIsland(element.dataset['opens'] ?? element.dataset['leadsTo'] ?? nameOf(element));
};
for (const sign of ['pointerover', 'touchstart', 'focusin', 'dragenter', 'change'])
  document.addEventListener(
    sign,
    ({ target }) => {
      const element = target instanceof Element && target.closest<HTMLElement>(SIGNS);
      if (element) wantFor(element);
    },
    { passive: true },
  );
// Elements that were hovered or focused before this script ran.
for (const element of document.querySelectorAll<HTMLElement>(`:is(${SIGNS}):is(:hover, :focus-within)`))
  wantFor(element);
