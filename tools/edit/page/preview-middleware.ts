import type { MiddlewareHandler } from 'astro';
import { PREVIEW_ELEMENT } from '../../../src/build/preview-page.ts';
import { roomAt } from '../../../src/build/rooms.ts';
import { markCopy, withPlaces } from './copy-marks.ts';
import { editSession } from './session.ts';

const { requests } = editSession();

markCopy();

/** Whether it is a page for visitors. Other files, such as the guide and the social cards, must show the copy as it is. */
const isPage = (path: string) => !/\.(?!html$)\w+$/.test(path) && !roomAt(path);

/** With the script that opens a text in the editor. It is deferred, so it may be anywhere. */
function withScript(html: string): string {
  const end = html.lastIndexOf('</body>');
  return html.slice(0, end) + PREVIEW_ELEMENT + html.slice(end);
}

/** Adds the places of its texts to each page of a preview build. */
export const onRequest: MiddlewareHandler = ({ url }, next) =>
  isPage(url.pathname)
    ? requests.run({ editing: true }, async () => {
        const response = await next();
        if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
        const { status, headers } = response;
        return new Response(withScript(withPlaces(await response.text())), { status, headers });
      })
    : next();
