import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Question, Questions, Refusal } from '../../src/editing/protocol.ts';
import { UNCONNECTED } from '../../tools/local/build-site.ts';
import { copyProject, startNode, type ProjectCopy, type Running } from './project-copy.ts';

/** A copy of the project under `astro dev` with the editor, in its own Git repository. */
export interface EditSite {
  copy: ProjectCopy;
  /** Where the editor opens: `http://127.0.0.1:40123` */
  origin: string;
  /** The usual address of the dev server, which it prints. */
  siteOrigin: string;
  /** The page that opens the editor in a browser. */
  redirectFile: string;
  /** The secret that is in it now. */
  secret(): string;
  /** The session of the requests that this sends. */
  session: string;
  /** A page rendered for editing. */
  page(path: string): Promise<string>;
  /** Sends a request as a page of the site does; `headers` override its headers, and undefined omits one. */
  send(question: string, body: unknown, headers?: Record<string, string | undefined>): Promise<Response>;
  /** @throws Error with the message of an error response */
  ask<Name extends Question>(name: Name, question: Questions[Name]['question']): Promise<Questions[Name]['answer']>;
  read(file: string): string;
  write(file: string, text: string): void;
  git(...args: readonly string[]): string;
  /** Stops the dev server in the middle of loading the content for a page, until the work is done. */
  whileLoading(work: () => Promise<unknown>): Promise<void>;
  /** What the dev server has printed so far. */
  output(): string;
  /** Restores the initial state and waits until the pages show it. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

const START_MS = 90_000;
const HELD_CONTENT = pathToFileURL(join(import.meta.dirname, 'held-content.mjs')).href;
/** On a busy machine, a connection that was kept can be closed at the moment at which it is used again. */
const ONCE = { connection: 'close' };

async function addressIn({ output, child }: Running): Promise<string> {
  const until = Date.now() + START_MS;
  while (Date.now() < until && child.exitCode === null) {
    const [, port] = /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/.exec(output()) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    await wait(50);
  }
  throw new Error(`The dev server did not start:\n${output()}`);
}

/** Starts a site, on the branch main with everything committed. */
export async function startEditSite(): Promise<EditSite> {
  const copy = copyProject();
  const hold = join(copy.folder, '.local/hold');
  copy.edit(
    'astro.config.mjs',
    /(integrations: \[)/,
    `$1(await import(${JSON.stringify(HELD_CONTENT)})).heldContent(${JSON.stringify(hold)}),`,
  );
  const git = (...args: readonly string[]) =>
    execFileSync('git', args, {
      cwd: copy.folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        // Ignore this machine's Git settings.
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_CONFIG_SYSTEM: '/dev/null',
      },
    });
  writeFileSync(join(copy.folder, '.gitignore'), 'node_modules\n.local\n.astro\n');
  git('init', '--quiet', '--initial-branch=main');
  git('config', 'user.name', 'Somebody');
  git('config', 'user.email', 'somebody@localhost');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'The site as it is');

  const astro = join(copy.folder, 'node_modules/astro/bin/astro.mjs');
  const dev = startNode([astro, 'dev', '--host', '127.0.0.1', '--port', '0'], {
    cwd: copy.folder,
    env: {
      NODE_ENV: 'development',
      LOCAL_DIR: join(copy.folder, '.local'),
      ...UNCONNECTED,
    },
  });
  const siteOrigin = await addressIn(dev);
  const redirectFile = join(copy.folder, '.local/edit/open.html');
  const origin = /http:\/\/[\d.]+:\d+/.exec(readFileSync(redirectFile, 'utf8'))?.[0] ?? '';
  const page = async (path: string) =>
    (await fetch(origin + path, { headers: { ...ONCE, accept: 'text/html', cookie: 'site-editing=on' } })).text();
  const secret = () => /#([\w-]+)/.exec(readFileSync(redirectFile, 'utf8'))?.[1] ?? '';
  let session = '';
  const send: EditSite['send'] = (question, body, headers = {}) => {
    const all = { ...ONCE, 'content-type': 'application/json', origin, 'x-edit-session': session, ...headers };
    return fetch(`${origin}/_edit/${question}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: Object.fromEntries(
        Object.entries<string | undefined>(all).filter((pair): pair is [string, string] => pair[1] !== undefined),
      ),
    });
  };
  ({ session } = (await (await send('open', { secret: secret() })).json()) as { session: string });
  /** The text of the pages that the tests change. */
  const words = async () =>
    (await Promise.all(['/', '/flow', '/research'].map(page))).map((html) =>
      html.replaceAll(/<script[^]*?<\/script>|<style[^]*?<\/style>|<[^>]*>/g, ''),
    );
  const first = (await words()).join();
  const ask: EditSite['ask'] = async (name, question) => {
    const response = await send(name, question);
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error((answer as Refusal).message);
    return answer as never;
  };
  return {
    copy,
    origin,
    siteOrigin,
    redirectFile,
    secret,
    session,
    page,
    async reset() {
      rmSync(join(copy.folder, '.local/edit/drafts.json'), { force: true });
      // If nothing was changed, there is nothing to wait for.
      const saves = join(copy.folder, '.local/edit/saves.json');
      if (!existsSync(saves) && git('status', '--porcelain', '--branch').trim() === '## main') return;
      git('checkout', '--quiet', '--force', 'main');
      git('reset', '--quiet', '--hard');
      // The file watcher misses files that come and go quickly: deleting through the editor reloads everything.
      for (const file of git('ls-files', '--others', '--', 'content').split('\n').filter(Boolean)) {
        const { hash } = await ask('entry', { file });
        await ask('delete', { id: newId(), file, hash, page: '/' });
      }
      git('clean', '--quiet', '--force', '-d', 'content', 'public');
      rmSync(saves, { force: true });
      const until = Date.now() + START_MS;
      while ((await words()).join() !== first) {
        if (Date.now() > until) throw new Error('The pages do not show their initial state again.');
        await wait(50);
      }
    },
    send,
    ask,
    read: (file) => readFileSync(join(copy.folder, file), 'utf8'),
    write(file, text) {
      writeFileSync(join(copy.folder, file), text);
    },
    git,
    async whileLoading(work) {
      writeFileSync(hold, '');
      const loaded = page('/');
      while (readFileSync(hold, 'utf8') === '') await wait(10);
      await work();
      rmSync(hold);
      await loaded;
    },
    output: dev.output,
    async stop() {
      dev.child.kill();
      await dev.ended;
      copy.remove();
    },
  };
}

/** A new id for a save. */
export const newId = (): string => randomUUID();
