import type { Server } from 'node:http';
import { join } from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { reason } from '../../../functions/_shared/reason.ts';
import { projectFolder } from '../../../src/lib/project-folder.ts';
import { isOwnHost, isOwnPage, NOT_OWN_HOST } from '../own-host.ts';
import { listen, LOOPBACK, type Listen } from '../ports.ts';
import { SERVER_TIMEOUTS } from '../server-timeouts.ts';
import { openAccounts } from './accounts.ts';
import { isApi, openApi, preflight } from './api.ts';
import { FULL_NAME, type Host } from './host.ts';
import { openLimits } from './limits.ts';
import type { CodeHostOptions, LocalCodeHost } from './options.ts';
import { missingPage, styleSheet } from './page.ts';
import { openPreviews, retireAll } from './previews.ts';
import { openPullPages } from './pull-pages.ts';
import { openRecords } from './records.ts';
import { openRepository, takeWords } from './repository.ts';
import { openSignIn } from './sign-in.ts';

/**
 * Serves a stand-in for GitHub on loopback. Resolves once it listens.
 *
 * @throws Fault when git is missing, or what is kept in the folder is damaged
 */
export async function serveCodeHost(
  port: number,
  options: CodeHostOptions,
  listenOn: Listen = listen,
): Promise<LocalCodeHost> {
  const { folder, project = projectFolder, now = Date.now } = options;
  const repository = await openRepository(join(folder, 'site.git'));
  await takeWords(repository, project, now());
  const accounts = openAccounts(now);
  const records = openRecords(join(folder, 'records.json'), now);
  const host: Host = {
    url: `http://${LOOPBACK}:${port}`,
    repository,
    records,
    accounts,
    limits: openLimits(options.limits ?? {}, now),
    now,
    onPush: () => undefined,
  };
  retireAll(host);
  const previews = options.buildPreview && openPreviews(host, folder, options.buildPreview);
  if (previews) host.onPush = (branch, commit) => previews.push(branch, commit);
  const api = openApi(host);
  const signIn = openSignIn(options.app, accounts, now);
  const pages = openPullPages(host, previews && ((branch, commit) => previews.push(branch, commit)));
  const answerPage = async (request: Request, url: URL) =>
    new RegExp(`^/${FULL_NAME}(?:/|$)`).test(url.pathname) ? pages.answer(request, url) : undefined;

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const page = request.headers.get('origin') ?? '';
    if (!isOwnHost(request.headers.get('host')) || (page !== '' && !isOwnPage(page)))
      return new Response(NOT_OWN_HOST, { status: 403 });
    if (isApi(url.pathname)) return request.method === 'OPTIONS' ? preflight() : api(request, url);
    const { pathname } = url;
    if (pathname === '/style.css') return styleSheet();
    const answered = pathname.startsWith('/login/') ? signIn.answer(request, url) : answerPage(request, url);
    return (await answered) ?? missingPage();
  }

  const server = createAdaptorServer({
    serverOptions: SERVER_TIMEOUTS,
    fetch: (request) =>
      answer(request).catch((error: unknown) => {
        console.error('The code host could not answer:', reason(error));
        return new Response('The code host failed; see the terminal.', { status: 500 });
      }),
  }) as Server;
  await listenOn(server, port);

  return {
    url: host.url,
    repository: FULL_NAME,
    gitFolder: repository.git.folder,
    makeToken: (token) => accounts.add('token', token),
    reportStatus: (commit, status) => records.addStatus(commit, status),
    reportCheck: (commit, check) => records.addCheck(commit, check),
    reportDeployment: (commit, deployment) => records.addDeployment(commit, deployment),
    settled: () => previews?.settled() ?? Promise.resolve(),
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await previews?.close();
      repository.close();
    },
  };
}
