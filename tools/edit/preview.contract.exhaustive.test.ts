import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPublic, PREVIEW_SCRIPT } from '../../src/build/preview-page.ts';
import { placesOf } from '../../src/editing/client/tokens.ts';
import { textsAtAddress } from '../../src/editing/core/place-address.ts';
import { findBrowser } from '../../tests/setup/find-browser.ts';
import { PAGES } from '../../tests/setup/pages.ts';
import { astro, copyProject, type ProjectCopy } from '../../tests/setup/project-copy.ts';
import { freePort } from '../../tests/setup/stack.ts';
import { serveSite } from '../local/site-server.ts';

const EDITOR = 'https://edit.example.com/';

let copy: ProjectCopy;
let site: Map<string, Buffer>;
let preview: Map<string, Buffer>;

/** Astro names each island by a hash of its properties, before the marks are taken out of them. */
const UID = /(?<=<astro-island uid=")[^"]+/g;

/** The files of a build, by name. */
async function build(name: string, env: NodeJS.ProcessEnv = {}): Promise<Map<string, Buffer>> {
  const folder = join(copy.folder, name);
  const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: folder, ...env });
  expect(code, output).toBe(0);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name: file }) => {
      const path = join(parentPath, file);
      return [path.slice(folder.length).replaceAll('\\', '/'), readFileSync(path)];
    }),
  );
}

beforeAll(async () => {
  copy = copyProject();
  site = await build('site', { SITE_BUDGETS: 'on' });
  preview = await build('preview', { SITE_BUDGETS: 'on', SITE_EDITING: EDITOR });
}, 300_000);
afterAll(() => copy.remove());

describe('a preview', () => {
  it('is the site, but for the places of texts and a script', () => {
    expect([...preview.keys()].filter((file) => !site.has(file))).toEqual([PREVIEW_SCRIPT]);
    expect([...site.keys()].filter((file) => !preview.has(file))).toEqual([]);
    const differing = [...site].filter(([file, bytes]) => {
      const other = preview.get(file) ?? Buffer.alloc(0);
      if (!file.endsWith('.html')) return !other.equals(bytes);
      return asPublic(other.toString()).replace(UID, '') !== bytes.toString().replace(UID, '');
    });
    expect(differing.map(([file]) => file)).toEqual([]);
  });

  it.each(PAGES)('says of the texts of %s where they are', (path) => {
    const html = preview.get(path === '/' ? '/index.html' : `${path}.html`)?.toString() ?? '';
    const places = [...html.matchAll(/ data-edit(?:-attributes|-page)?="([^"]+)"/g)].flatMap(([, all]) =>
      placesOf(all),
    );
    expect(places.length).toBeGreaterThan(20);
    for (const { file } of places) expect(file).toMatch(/^content\/[\w/.-]+\.(?:mdx|yaml)$/);
    expect(html.split(PREVIEW_SCRIPT)).toHaveLength(2);
  });

  it('has no places in the rooms, which are applications', () => {
    for (const room of ['/desk.html', '/meet.html']) expect(preview.get(room)?.toString()).not.toContain('edit');
  });
});

describe('in a browser, a click', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    server = await serveSite(join(copy.folder, 'preview'), await freePort());
    browser = await chromium.launch({ executablePath: findBrowser() ?? '' });
    page = await browser.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page
      .context()
      .route(`${EDITOR}**`, (route) => route.fulfill({ contentType: 'text/html', body: 'The editor' }));
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });
  const open = (path: string) => page.goto(`http://localhost:${(server.address() as AddressInfo).port}${path}`);
  /** The address of the tab that a click opens. */
  async function opened(click: () => Promise<void>): Promise<string> {
    const [tab] = await Promise.all([page.context().waitForEvent('page'), click()]);
    await tab.waitForURL(`${EDITOR}**`);
    expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
    const address = tab.url();
    await tab.close();
    return address;
  }

  it('on a text opens it in the editor, in a tab that knows nothing of this one', async () => {
    await open('/flow');
    const heading = page.locator('h1');
    const [place] = placesOf(await heading.getAttribute('data-edit'));
    const texts = textsAtAddress(new URL(await opened(() => heading.click())).hash);
    expect(texts?.file).toBe(place?.file);
    expect(texts?.paths).toContainEqual(place?.path);
  });

  it('on a paragraph opens the paragraph', async () => {
    await open('/privacy-policy');
    const address = await opened(() => page.locator('main p[data-edit*="(text)"]').first().click());
    expect(address).toMatch(/^https:\/\/edit\.example\.com\/#content\/legal\/privacy-policy\.mdx:\/\(text\)\/\d+$/);
  });

  it('on a link opens its text, and follows it with Ctrl or after Browse', async () => {
    await open('/flow');
    const link = page.locator('footer a[href="/privacy-policy"]');
    expect(await opened(() => link.click())).toContain('#content/site.yaml:/');
    const [tab] = await Promise.all([
      page.context().waitForEvent('page'),
      link.click({ modifiers: ['ControlOrMeta'] }),
    ]);
    await tab.waitForURL('**/privacy-policy');
    await tab.close();
    const browse = page.getByRole('button', { name: 'Browse' });
    await browse.click();
    expect(await browse.getAttribute('aria-pressed')).toBe('true');
    await link.click();
    await page.waitForURL('**/privacy-policy');
    // It is remembered on the next page.
    expect(await browse.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await browse.getAttribute('aria-pressed')).toBe('false');
  });

  it('on a label of a dialog, which is rendered here, opens its text', async () => {
    await open('/flow');
    await page.getByRole('button', { name: 'Browse' }).click();
    await page.locator('[data-opens="consultation"]:visible').first().click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('button', { name: 'Edit', exact: true }).click();
    const label = dialog.locator('label').first();
    expect(await opened(() => label.click())).toContain('#content/forms/consultation.yaml:/');
    expect(await label.evaluate((one) => one.ownerDocument.activeElement?.tagName)).not.toBe('INPUT');
  });

  it('on the link of the bar opens the editor', async () => {
    await open('/flow');
    expect(await opened(() => page.getByRole('link', { name: 'Open the editor' }).click())).toBe(EDITOR);
  });

  it('meets no error, such as one of the policy of the page', () => {
    expect(errors).toEqual([]);
  });
});
