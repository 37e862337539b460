/** Replaces Astro's image endpoint in dev, which serves any image on the machine. */
export const GET = (): Response => new Response('No page needs this.', { status: 404 });
