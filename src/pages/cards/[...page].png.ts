import type { APIRoute } from 'astro';
import { cardDrawing, type Composition } from '../../build/cards/card.ts';
import { cardPicture } from '../../build/cards/card-picture.ts';
import { getEntries, getSite } from '../../build/copy.ts';
import { COPY_FILES, pageOf, type CopyFile, type CopyName } from '../../schemas/copy-files.ts';

interface Card {
  title: string;
  composition: Composition;
}

/** The card of every page, at the page's own path, unless pages share one. The build reports a missing card. */
export async function getStaticPaths(): Promise<{ params: { page: string }; props: Card }[]> {
  const stages = await getEntries('journey');
  const cards = new Map<string, Card>();
  for (const [name, { card }] of Object.entries<CopyFile>(COPY_FILES)) {
    if (!card) continue;
    const composition = card === 'stages' ? { steps: stages.length } : card;
    for (const { filePath = '', data } of await getEntries(name as CopyName)) {
      const page = pageOf(filePath, data)?.slice(1) || 'index';
      // A publication that is not published yet is on a page that has a card.
      if (!cards.has(page)) cards.set(page, { title: (data as { title: string }).title, composition });
    }
  }
  return [...cards].map(([page, props]) => ({ params: { page }, props }));
}

/** The picture that networks show with a link to the page, drawn from the page's title at build time. */
export const GET: APIRoute<Card> = async ({ props }) => {
  const { name } = await getSite();
  const png = await cardPicture(cardDrawing(props.title, name, props.composition));
  return new Response(png, { headers: { 'content-type': 'image/png' } });
};
