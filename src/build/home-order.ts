import type { HomeOrder, HomeSection } from '../schemas/home.ts';

/**
 * The sections that the home page shows, in order: the hero, then those of content/home/order.yaml, then those that it
 * does not list yet.
 *
 * @param kindOf tells the hero from the others
 */
export function shownSections<Section extends { id: string }>(
  sections: readonly Section[],
  { sections: order }: HomeOrder,
  kindOf: (section: Section) => HomeSection['kind'],
): Section[] {
  const places = new Map(order.map(({ section }, index) => [section, index]));
  const placeOf = (section: Section) => (kindOf(section) === 'hero' ? -1 : (places.get(section.id) ?? order.length));
  const isHidden = (section: Section) =>
    kindOf(section) !== 'hero' && order[places.get(section.id) ?? order.length]?.hidden === true;
  return sections.filter((section) => !isHidden(section)).sort((a, b) => placeOf(a) - placeOf(b));
}
