import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import mdx from '@astrojs/mdx';
import react from '@astrojs/react';
import tailwind from '@astrojs/tailwind';
import { defineConfig, envField } from 'astro/config';
import { loadEnv } from 'vite';
import project from './package.json' with { type: 'json' };
import { editor } from './tools/edit/integration.ts';
import { parentProcess } from './tools/local/parent-process.ts';
import { backendOrigin } from './src/build/integrations/backend-origin.ts';
import { budgets } from './src/build/budgets/budgets.ts';
import { cardCache } from './src/build/integrations/card-cache.ts';
import { checkedEnv } from './src/build/integrations/checked-env.ts';
import { connectionNotice } from './src/build/integrations/connection-notice.ts';
import { codeHost, codeHostOrigins, isEditorOn } from './src/build/integrations/code-host.ts';
import { copy } from './src/build/integrations/copy.ts';
import { devCache } from './src/build/integrations/dev-cache.ts';
import { freshContent } from './src/build/integrations/fresh-content.ts';
import { hostedHeaders } from './src/build/integrations/hosted-headers.ts';
import { inlineScripts } from './src/build/integrations/inline-script.ts';
import { meetingOrigins } from './src/build/integrations/meeting-origins.ts';
import { intentDirective } from './src/build/integrations/intent-directive.ts';
import { noReplacedWords } from './src/build/integrations/no-replaced-words.ts';
import { pageCheck } from './src/build/integrations/page-check.ts';
import { pageSources } from './src/build/integrations/page-sources.ts';
import { rewritePages } from './src/build/integrations/rewrite-pages.ts';
import { roomApps } from './src/build/integrations/room-apps.ts';
import { roomOrigins, roomsApart } from './src/build/integrations/room-origins.ts';
import { ROOMS } from './src/build/rooms.ts';
import { projectFolder } from './src/lib/project-folder.ts';
import { onlyHere } from './src/build/only-here.ts';
import { readSite } from './src/build/integrations/site-copy.ts';
import { sitemap } from './src/build/integrations/sitemap.ts';
import { textRules } from './src/build/text-rules.ts';
import { turnstileOrigin } from './src/build/integrations/turnstile-origin.ts';
import { voiceOrigins } from './src/build/integrations/voice-origins.ts';

// Shell variables override .env, as in Vite.
const env = loadEnv(process.env.NODE_ENV ?? 'production', process.cwd(), [
  'PUBLIC_',
  'VAPI_PRIVATE_KEY',
  ...ROOMS.map(({ setting }) => setting),
]);
const site = readSite();
const LOCAL_DATA = join(projectFolder, '.local/');
const backend = backendOrigin(env);
const voice = voiceOrigins(env);
const meetings = meetingOrigins(env);
const turnstile = turnstileOrigin(env);
const codeHostConnections = codeHostOrigins(env, site.repository);

export default defineConfig({
  site: site.url,
  // `npm start` builds elsewhere: dist only ever contains what `npm run build` made for a host.
  outDir: process.env.SITE_OUT_DIR ?? './dist',
  cacheDir: process.env.SITE_CACHE_DIR ?? './node_modules/.astro',
  trailingSlash: 'never',
  // Pictures are drawn in parallel, on all cores.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: availableParallelism() },
  devToolbar: { enabled: false },
  integrations: [
    cardCache(),
    connectionNotice(
      Boolean(env.PUBLIC_SUPABASE_URL && env.PUBLIC_SUPABASE_KEY),
      voice.mode === 'hosted',
      Boolean(env.PUBLIC_REHEARSAL_URL),
      Boolean(env.PUBLIC_TURNSTILE_URL),
      onlyHere(env),
    ),
    copy(),
    devCache(),
    freshContent(),
    editor(),
    inlineScripts(
      'src/browser/early-dialogs.ts',
      'src/browser/early-first-view.ts',
      'src/browser/early-theme.ts',
      'src/browser/splash.ts',
    ),
    intentDirective(),
    codeHost(isEditorOn(env, site.repository)),
    roomApps(env),
    rewritePages({ backend, meetings, codeHost: codeHostConnections }),
    pageCheck(),
    pageSources(),
    parentProcess(),
    budgets(),
    sitemap(),
    react(),
    mdx(),
    tailwind({ applyBaseStyles: false }),
    // In this order: the headers name the files that are left.
    roomOrigins(roomsApart(env, site.url, isEditorOn(env, site.repository) ? [] : ['edit'])),
    hostedHeaders(),
  ],
  env: {
    schema: {
      PUBLIC_SUPABASE_URL: envField.string({ context: 'client', access: 'public', url: true, optional: true }),
      PUBLIC_SUPABASE_KEY: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_VAPI_KEY: envField.string({ context: 'client', access: 'public', optional: true }),
      PUBLIC_VAPI_ASSISTANT_ID: envField.string({ context: 'client', access: 'public', optional: true }),
      // Only `npm start` and `npm run dev` set it, and only if the two above are not set.
      PUBLIC_REHEARSAL_URL: envField.string({ context: 'client', access: 'public', url: true, optional: true }),
      // Where booked calls take place: empty for by phone, `daily`, or the address of the rooms on this machine.
      PUBLIC_MEETINGS: envField.string({ context: 'client', access: 'public', optional: true }),
      // The stand-in for GitHub. Only `npm start` and `npm run dev` set it.
      PUBLIC_CODE_HOST: envField.string({ context: 'client', access: 'public', url: true, optional: true }),
      // The client id of the GitHub App with which editors sign in at /edit; empty for tokens only.
      PUBLIC_EDIT_APP: envField.string({ context: 'client', access: 'public', optional: true }),
    },
  },
  security: {
    csp: {
      directives: [
        "default-src 'none'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        `connect-src ${["'self'", ...backend, ...voice.connect].join(' ')}`,
        ...voice.directives,
        ...turnstile.directives,
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
      ],
      scriptDirective: { resources: ["'self'", ...voice.scripts, ...turnstile.scripts] },
    },
  },
  // Highlighted code blocks have inline styles, which the CSP blocks.
  markdown: { syntaxHighlight: false, processor: satteri({ mdastPlugins: [textRules] }) },
  vite: {
    plugins: [checkedEnv(env), noReplacedWords()],
    // In the terminal of an AI agent, Vite would have pages send what they log: the editor's server passes on no such words.
    // The data of the local services changes all the time; a test's copy of this file would restart the dev server.
    server: { forwardConsole: false, watch: { ignored: [(path) => path.startsWith(LOCAL_DATA)] } },
    // Not through astro:env: as constants, they let a build without them drop the code it does not need.
    define: {
      'import.meta.env.PUBLIC_TURNSTILE_SITE_KEY': JSON.stringify(turnstile.siteKey),
      'import.meta.env.PUBLIC_TURNSTILE_URL': JSON.stringify(turnstile.url),
    },
    build: {
      target: 'es2022',
      // The oldest browsers with light-dark(). It can't be compiled for older ones: its value depends on the element.
      cssTarget: project.browserslist.map((browser) => browser.replace(' ', '')),
      rolldownOptions: {
        // Astro marks MDX modules with its own directive, which is no longer needed at this point.
        onLog: (level, log, print) => log.code === 'MODULE_LEVEL_DIRECTIVE' || print(level, log),
      },
    },
  },
});
