/**
 * The path at which a page is published: `/`, `/flow`, `/internships/apply`.
 *
 * @param url Astro's URL of the page, which names the file
 */
export const pagePath = (url: URL): string => url.pathname.replace(/(\/index)?\.html$/, '') || '/';
