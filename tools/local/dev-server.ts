import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { watch } from 'chokidar';
import { printError } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { EDITOR_PORT } from '../edit/server/own-address.ts';
import { redirectFile } from '../edit/server/redirect-file.ts';
import { runAstro, type Connection } from './build-site.ts';
import { Deaths } from './deaths.ts';
import { passConnections, passTo, refuse } from './pass-connections.ts';
import { holdRandomPort, LOOPBACK, type HeldPort } from './ports.ts';

/** What the dev server loads once, when it starts: schemas and checks, and the editor's server. */
const LOADED_ONCE = ['src/schemas', 'src/build', 'src/lib', 'src/editing/core', 'tools/edit'];
/** What may stop it from starting. */
const CONTENT = 'content';
const SETTLE_MS = 200;

interface DevServer {
  /** The port of the site. It stays ours while the dev server starts again: an open tab must not get another's page. */
  held: HeldPort;
  connection: Partial<Connection>;
  /** Aborted to stop it. */
  signal: AbortSignal;
  /** Called when it could not start, with its exit code. */
  onEnd: (code: number) => void;
  /** Called when it answers again, with code that has changed, or after it has died. */
  onRestart: () => void;
}

/**
 * Runs the dev server, and runs it again when code changes that it loads only once, or when it dies. If it can't start
 * with a change, it tries again after the next one.
 *
 * @returns once it listens
 */
export async function runDevServer({ held, connection, signal, onEnd, onRestart }: DevServer): Promise<void> {
  // The port of the editor, whose pages keep in the browser what is not saved.
  const editor = await holdRandomPort();
  const ports = { site: held, editor };
  const deaths = new Deaths();
  const started = Promise.withResolvers<ChildProcess>();
  let hasStarted = false;
  /** Undefined while none runs. */
  let astro: ChildProcess | undefined;

  function launch(): void {
    const child = runAstro(
      ['dev', '--host', LOOPBACK, '--port', '0'],
      connection,
      {
        // Reading .env has set this to production, where Astro's integrations get no server.
        NODE_ENV: 'development',
        // In the terminal of an AI agent, Astro would leave a server in the background, whose editor's port nobody holds.
        ASTRO_DEV_BACKGROUND: '1',
        [EDITOR_PORT]: String(editor.port),
      },
      'inherit',
      signal,
    );
    astro = child;
    let listens = false;
    child.once('message', () => {
      // It was stopped meanwhile.
      if (child !== astro) return;
      listens = true;
      passConnections(ports, child);
      if (hasStarted) onRestart();
      hasStarted = true;
      started.resolve(child);
    });
    const onExit = (code: number | null) => {
      if (child !== astro || signal.aborted) return;
      passTo(ports, undefined);
      astro = undefined;
      if (!hasStarted) onEnd(code ?? 1);
      else if (!listens)
        console.log('\nThe dev server can’t start with this change. It tries again after the next one.');
      else if (deaths.add()) {
        console.error('\nThe dev server has stopped too often. Stop this command (Ctrl-C) and read the errors above.');
        passTo(ports, refuse);
      } else {
        console.error('\nThe dev server stopped unexpectedly. It starts again …');
        launch();
      }
    };
    child.once('exit', onExit);
    // Without a process, there is no exit.
    child.once('error', () => {
      if (child.pid === undefined) onExit(1);
    });
  }

  async function restart(file: string): Promise<void> {
    console.log(`\n${file} has changed, and the dev server loads it only once. It starts again …`);
    const before = astro;
    astro = undefined;
    passTo(ports, undefined);
    if (before && before.exitCode === null) {
      const ended = once(before, 'exit');
      before.kill();
      await ended;
    }
    if (!signal.aborted) launch();
  }

  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const watcher = watch([...LOADED_ONCE, CONTENT], { cwd: projectFolder, ignoreInitial: true, followSymlinks: false })
    .on('all', (_event, file) => {
      // A running server follows the copy by itself.
      const counts = file.startsWith(CONTENT) ? !astro : /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file);
      if (!counts) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(() => restart(file));
      }, SETTLE_MS);
    })
    .on('error', printError);
  signal.addEventListener('abort', () => {
    // Its port is free from now on: it would open another program's page.
    if (hasStarted) rmSync(redirectFile(), { force: true });
    clearTimeout(timer);
    void watcher.close();
    started.reject(signal.reason);
  });
  launch();
  await started.promise;
}
