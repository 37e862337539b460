import type { Page } from 'playwright';
import { kilobytes, table } from '../report/figures.ts';

/** One response, with the size of its body as sent. */
export interface Sent {
  path: string;
  type: string;
  bytes: number;
}

/** Records what a page downloads from one origin. */
export interface Traffic {
  /** The downloads since the last call, once nothing more arrives. */
  take(): Promise<Sent[]>;
}

export function listen(page: Page, origin: string): Traffic {
  let pending: Promise<Sent>[] = [];
  page.on('requestfinished', (request) => {
    const { origin: from, pathname: path } = new URL(request.url());
    if (from !== origin) return;
    const weigh = async () => ({
      path,
      type: request.resourceType(),
      bytes: (await request.sizes()).responseBodySize,
    });
    pending.push(weigh());
  });
  return {
    async take() {
      await page.waitForLoadState('networkidle');
      const sent = await Promise.all(pending);
      pending = [];
      return sent;
    },
  };
}

/** A file's name without the hash of its content, which changes with every build. */
const nameOf = (path: string) => path.replace(/\.[\w-]{8}(?=\.\w+$)/, '');

/** A table of the downloads, with the total at its end. */
export function trafficTable(sent: readonly Sent[]): string {
  const rows = [...sent]
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path, type, bytes }) => [`\`${nameOf(path)}\``, type, kilobytes(bytes)]);
  const sum = sent.reduce((sum, { bytes }) => sum + bytes, 0);
  return table(['file', 'kind', 'sent'], [...rows, [`**${sent.length} requests**`, '', `**${kilobytes(sum)}**`]]);
}
