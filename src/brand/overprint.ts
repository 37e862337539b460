/**
 * Both sides and what they have in common, as SVG elements for a document that stands alone: not everything that draws
 * SVG can blend, so the overlap is a shape of its own.
 *
 * @param campus SVG path data of all that the campus prints
 * @param company the same of the company
 * @param inks the colours of one scheme
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
