import type { APIRoute } from 'astro';
import { getCollection } from 'astro:content';
import { cardDrawing, type Composition } from '../../build/cards/card.ts';
import { cardPicture } from '../../build/cards/card-picture.ts';
import { getCopy, getEntries, getSite } from '../../build/copy.ts';

interface Card {
  title: string;
  composition: Composition;
}

/** The card of every page, at the page's own path, unless pages share one. The build reports a missing card. */
export async function getStaticPaths(): Promise<{ params: { page: string }; props: Card }[]> {
  const site = await getSite();
  const stages = await getEntries('journey');
  const legal = await getCollection('legal');
  const published = (await getEntries('publications')).filter(({ data }) => data.published);
  const titleOf = async (page: Promise<{ data: { title: string } }>) => (await page).data.title;
  const cards: Record<string, Card> = {
    index: { title: site.title, composition: 'together' },
    flow: { title: await titleOf(getCopy('flowPage', 'flow')), composition: { steps: stages.length } },
    'ai-portfolio': { title: await titleOf(getCopy('portfolioPage', 'ai-portfolio')), composition: 'company' },
    resources: { title: await titleOf(getCopy('resourcesPage', 'resources')), composition: 'together' },
    research: { title: await titleOf(getCopy('researchPage', 'research')), composition: 'campus' },
    'internships/apply': { title: await titleOf(getCopy('applyPage', 'internships-apply')), composition: 'entering' },
    unsubscribe: { title: await titleOf(getCopy('unsubscribePage', 'unsubscribe')), composition: 'apart' },
    404: { title: await titleOf(getCopy('notFound', '404')), composition: 'apart' },
    ...Object.fromEntries(legal.map(({ id, data }) => [id, { title: data.title, composition: 'beside' as const }])),
    ...Object.fromEntries(
      published.map(({ id, data }) => [`research/${id}`, { title: data.title, composition: 'campus' as const }]),
    ),
  };
  return Object.entries(cards).map(([page, props]) => ({ params: { page }, props }));
}

/** The picture that networks show with a link to the page, drawn from the page's title at build time. */
export const GET: APIRoute<Card> = async ({ props }) => {
  const { name } = await getSite();
  const png = await cardPicture(cardDrawing(props.title, name, props.composition));
  return new Response(png, { headers: { 'content-type': 'image/png' } });
};
