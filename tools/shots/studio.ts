import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getPort from 'get-port';
import { chromium, type Browser, type Page } from 'playwright';
import { buildSite } from '../local/build-site.ts';
import { serveSite } from '../local/site-server.ts';
import { serveRehearsal } from '../local/voice/server.ts';
import { BROWSER_ARGUMENTS, launchOptions } from '../../tests/setup/find-browser.ts';
import { temporaryFolder } from '../../tests/setup/stack.ts';
import { reach, receive, type Scene } from '../../tests/scenes/scene.ts';

/** The moment at which every picture is taken. */
const NOW = '2027-03-02T10:00:00Z';
/** The address for requests: no backend runs there, each is answered as received. */
const BACKEND = 'http://127.0.0.1:9';

/** How a picture is taken. */
export interface View {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
}

/** A separate site, with calls, that looks the same each time. */
export interface Studio {
  /** Sets up a scene and takes a picture of it in each scheme, in this order, as PNG. */
  take(scene: Scene, size: { width: number; height: number }, schemes: readonly View['scheme'][]): Promise<Buffer[]>;
  close(): Promise<void>;
}

/** A second of silence: the microphone's level does not move. */
function silence(): Buffer {
  const RATE = 16_000;
  const wave = Buffer.alloc(44 + RATE * 2);
  wave.write('RIFF', 0);
  wave.writeUInt32LE(wave.length - 8, 4);
  wave.write('WAVEfmt ', 8);
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(RATE, 24);
  wave.writeUInt32LE(RATE * 2, 28);
  wave.writeUInt16LE(2, 32);
  wave.writeUInt16LE(16, 34);
  wave.write('data', 36);
  wave.writeUInt32LE(RATE * 2, 40);
  return wave;
}

async function open(browser: Browser, siteUrl: string, scene: Scene, size: { width: number; height: number }) {
  const context = await browser.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.addInitScript(() => sessionStorage.setItem('splash-seen', ''));
  await receive(page);
  await reach(page, siteUrl, scene, 'networkidle');
  await scene.settle?.(page);
  return page;
}

async function shoot(page: Page, scene: Scene, scheme: View['scheme']): Promise<Buffer> {
  await page.emulateMedia({ colorScheme: scheme });
  return page.screenshot({ fullPage: scene.whole ?? false, animations: 'disabled' });
}

/** Builds the site, serves it with a rehearsal of calls, and starts a browser. */
export async function openStudio(): Promise<Studio> {
  const folder = temporaryFolder();
  const voicePort = await getPort();
  const rehearsal = await serveRehearsal(voicePort);
  const serve = async (name: string, keys: Record<string, string>) => {
    const site = join(folder, name);
    await buildSite(site, keys);
    const port = await getPort();
    return { url: `http://localhost:${port}`, server: await serveSite(site, port) };
  };
  const connected = await serve('connected', {
    PUBLIC_SUPABASE_URL: BACKEND,
    PUBLIC_SUPABASE_KEY: 'sb_publishable_shots',
    PUBLIC_REHEARSAL_URL: `http://127.0.0.1:${voicePort}`,
  });
  const unconnected = await serve('unconnected', {});
  const microphone = join(folder, 'silence.wav');
  writeFileSync(microphone, silence());
  const browser = await chromium.launch({
    ...launchOptions(),
    args: [...BROWSER_ARGUMENTS, `--use-file-for-fake-audio-capture=${microphone}`, '--force-color-profile=srgb'],
  });
  return {
    async take(scene, size, schemes) {
      const { url } = scene.unconnected ? unconnected : connected;
      const page = await open(browser, url, scene, size);
      const pictures: Buffer[] = [];
      for (const scheme of schemes) pictures.push(await shoot(page, scene, scheme));
      await page.context().close();
      return pictures;
    },
    async close() {
      await browser.close();
      for (const { server } of [connected, unconnected]) server.close();
      await rehearsal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
