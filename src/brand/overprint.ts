/**
 * Both sides and their overlap, as SVG elements for a standalone document. The overlap is a separate shape, because not
 * every SVG renderer can blend.
 *
 * @param campus SVG path data of the campus side
 * @param company SVG path data of the company side
 * @param inks the colors of one scheme
 */
export function overprint(
  campus: string,
  company: string,
  inks: { campus: string; company: string; both: string },
): string {
  return `<clipPath id="campus"><path d="${campus}"/></clipPath>
  <path fill="${inks.campus}" d="${campus}"/>
  <path fill="${inks.company}" d="${company}"/>
  <path fill="${inks.both}" clip-path="url(#campus)" d="${company}"/>`;
}
