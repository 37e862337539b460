import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'chokidar';
import { printError } from '../../src/lib/fault.ts';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { runAstro, type Connection } from './build-site.ts';

/** What the dev server loads once, when it starts: schemas and checks, and the editor's server. */
const LOADED_ONCE = ['src/schemas', 'src/build', 'src/lib', 'src/editing/core', 'tools/edit'];
const SETTLE_MS = 200;

interface DevServer {
  port: number;
  connection: Partial<Connection>;
  /** Aborted to stop it. */
  signal: AbortSignal;
  /** Called when it has ended by itself, with its exit code. */
  onEnd: (code: number) => void;
  /** Called when it answers again, with code that has changed. */
  onRestart: () => void;
}

/**
 * Runs the dev server, and runs it again when code changes that it loads only once.
 *
 * @returns once it listens at its port
 */
export async function runDevServer({ port, connection, signal, onEnd, onRestart }: DevServer): Promise<void> {
  /** Undefined while it starts again. */
  let astro: ChildProcess | undefined = launch();
  function launch(): ChildProcess {
    const child = runAstro(
      ['dev', '--host', '127.0.0.1', '--port', String(port)],
      connection,
      // Reading .env has set this to production, where Astro's integrations get no server.
      { NODE_ENV: 'development' },
      'inherit',
      signal,
    );
    child.once('error', () => undefined);
    child.once('exit', (code) => {
      if (child === astro) onEnd(code ?? 1);
    });
    return child;
  }

  async function restart(file: string): Promise<void> {
    console.log(`\n${file} has changed, and the dev server loads it only once. It starts again …`);
    const before = astro;
    if (!before || before.exitCode !== null) return;
    astro = undefined;
    const ended = once(before, 'exit', { signal });
    before.kill();
    await ended;
    astro = launch();
    await once(astro, 'message', { signal });
    onRestart();
  }

  let timer: NodeJS.Timeout | undefined;
  let work = Promise.resolve();
  const watcher = watch(LOADED_ONCE, { cwd: projectFolder, ignoreInitial: true, followSymlinks: false })
    .on('all', (_event, file) => {
      if (!/\.tsx?$/.test(file) || /\.test\.ts$/.test(file)) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(() => restart(file)).catch(() => undefined);
      }, SETTLE_MS);
    })
    .on('error', printError);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    void watcher.close();
  });
  // Any answer at the port could be another program's.
  await once(astro, 'message', { signal });
}
