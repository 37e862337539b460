/** Answers instead of Astro's endpoint for pictures in dev, which reads any picture and drawing of the machine. */
export const GET = (): Response => new Response('No page needs this.', { status: 404 });
