import type { CodeHostOptions, LocalCodeHost } from './options.ts';

/**
 * Serves a stand-in for GitHub on loopback. Resolves once it listens.
 *
 * @throws Fault when git is missing, or the repository can't be opened
 */
export declare function serveCodeHost(port: number, options: CodeHostOptions): Promise<LocalCodeHost>;
