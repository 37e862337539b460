/**
 * The islands: each is hydrated when a pointer, a finger, a file or the focus comes to it or to what opens it, or when
 * somebody wants it by its name. Before that nothing of React is loaded.
 *
 * It stands in for Astro's runtime (src/build/integrations/intent-directive.ts) and reads what Astro writes on an island.
 */
import type { IslandName } from '../stores/island-name.ts';

/** @astrojs/react's client. */
interface Renderer {
  default: (
    island: HTMLElement,
  ) => (component: unknown, props: unknown, slots: object, options: { client: string }) => Promise<void>;
}
/** A property as Astro writes it: 1 before an array, 0 before everything else that an island here is given. */
type Written = readonly [0, unknown] | readonly [1, readonly Written[]];

/** How long after a failed download it is tried once more (milliseconds). */
const RETRY_AFTER_MS = 1000;

const allIslands = [...document.querySelectorAll<HTMLElement>('astro-island')];
const nameOf = (island: Element) => (JSON.parse(island.getAttribute('opts') ?? '') as { value: IslandName }).value;

const readAll = (properties: object): unknown =>
  Object.fromEntries(Object.entries(properties).map(([key, written]) => [key, read(written as Written)]));
const read = ([kind, value]: Written): unknown =>
  kind === 1 ? value.map(read) : value && typeof value === 'object' ? readAll(value) : value;

/** Downloads a module that an attribute names. A second try has another address: browsers remember failures. */
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
  // In dev it prepares hot reload.
  await download(island, 'before-hydration-url');
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
 * Asks for an island. It may be asked for as often as one likes. When it can't be loaded, it sends the event
 * `island-failed`, and the next who wants it makes it try again.
 */
export function wantIsland(name: IslandName): void {
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
  wantIsland((element.dataset['opens'] ?? element.dataset['leadsTo'] ?? nameOf(element)) as IslandName);
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
// Who was there before this script.
for (const element of document.querySelectorAll<HTMLElement>(`:is(${SIGNS}):is(:hover, :focus-within)`))
  wantFor(element);
