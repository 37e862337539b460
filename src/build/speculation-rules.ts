/**
 * Our own pages, as links lead to them. Not what a visit would act on or is no page at all: the way off the list, whose
 * address carries a token, and files, which have a dot in their name. Nor the page that the link stands on.
 */
const PAGES = {
  and: [
    { href_matches: '/*' },
    { not: { href_matches: ['#*', '/*.*', '/unsubscribe*'] } },
    { not: { selector_matches: '[download],[rel~=nofollow]' } },
  ],
};

/**
 * The text of the `<script type="speculationrules">` that each page carries: a page is prerendered when a visitor stays
 * on its link, and at least fetched, where the browser does no more than that, when they press it.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: PAGES, eagerness: 'moderate' }],
  prefetch: [{ where: PAGES, eagerness: 'conservative' }],
});
