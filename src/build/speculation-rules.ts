/**
 * Links to our own pages. Excluded are the unsubscribe page, which a visit could act on and whose URL carries a token;
 * files, which have a dot in their name; and links within the same page.
 */
const PAGES = {
  and: [
    { href_matches: '/*' },
    { not: { href_matches: ['#*', '/*.*', '/unsubscribe*'] } },
    { not: { selector_matches: '[download],[rel~=nofollow]' } },
  ],
};

/**
 * The text of the `<script type="speculationrules">` in each page. A page is prerendered when a visitor hovers over its
 * link. Browsers that can only prefetch do so when the visitor presses the link.
 */
export const SPECULATION_RULES = JSON.stringify({
  prerender: [{ where: PAGES, eagerness: 'moderate' }],
  prefetch: [{ where: PAGES, eagerness: 'conservative' }],
});
