import { createServer, isRunnableDevEnvironment } from 'vite';
import { expect, it, onTestFinished } from 'vitest';
import { forgetStale } from '../../src/build/integrations/fresh-content.ts';

it('a module that was fetched for its styles is still run again after a change, as is what imports it', async () => {
  let content = 'before';
  const code: Readonly<Record<string, () => string>> = {
    '\0page': () => `export { words } from 'virtual:content';`,
    '\0content': () => `export const words = ${JSON.stringify(content)};`,
  };
  const server = await createServer({
    configFile: false,
    logLevel: 'silent',
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    plugins: [
      {
        name: 'pages',
        resolveId: (id) => (id.startsWith('virtual:') ? id.replace('virtual:', '\0') : undefined),
        load: (id) => code[id]?.(),
      },
    ],
  });
  onTestFinished(() => server.close());
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error('Nothing runs here.');
  forgetStale(server);
  const page = async () => (await ssr.runner.import<{ words: string }>('virtual:page')).words;
  expect(await page()).toBe('before');

  content = 'after';
  const module = ssr.moduleGraph.getModuleById('\0content');
  if (module) ssr.moduleGraph.invalidateModule(module);
  for (const id of ['\0page', '\0content']) await ssr.fetchModule(id);
  expect(await page()).toBe('after');
});
