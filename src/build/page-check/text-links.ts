import type { CheckedPage, Link } from './checked-page.ts';

/** Where the agent's knowledge is published. */
export const TEXT_PATH = '/llms.txt';

/** The links of /llms.txt, which names a page for each passage and for each question that visitors ask the agent. */
export function checkText(text: string, origin: string): CheckedPage {
  const links = [...text.matchAll(/^- \[(.*?[^\\])\]\((\S+)\): /gm)].flatMap(([, title = '', address = '']): Link[] => {
    const { origin: host, pathname, hash } = new URL(address);
    return host === origin
      ? [{ text: title, href: pathname + hash, path: pathname, id: decodeURIComponent(hash.slice(1)) }]
      : [];
  });
  return { mistakes: [], ids: new Set(), anchors: [], files: [], links };
}
