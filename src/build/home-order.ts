import { COPY_FILES } from '../schemas/copy-files.ts';
import type { HomeOrder, HomeSection } from '../schemas/home.ts';
import { hiddenSectionless } from '../schemas/link-sentences.ts';
import { CopyError } from '../schemas/messages.ts';

/**
 * The sections that the home page shows, in order: the hero, then those of content/home/order.yaml, then those that it
 * does not list yet.
 *
 * @param kindOf tells the hero from the others
 * @throws CopyError if it hides a section that does not exist: one with another name would be shown
 */
export function shownSections<Section extends { id: string }>(
  sections: readonly Section[],
  { sections: order }: HomeOrder,
  kindOf: (section: Section) => HomeSection['kind'],
): Section[] {
  const known = new Set(sections.map(({ id }) => id));
  const unknown = order.filter(({ section, hidden }) => hidden && !known.has(section));
  if (unknown.length > 0)
    throw new CopyError(
      COPY_FILES.homeOrder.path,
      unknown.map(({ section }) => hiddenSectionless(section)),
    );
  const places = new Map(order.map(({ section }, index) => [section, index]));
  const placeOf = (section: Section) => (kindOf(section) === 'hero' ? -1 : (places.get(section.id) ?? order.length));
  const isHidden = (section: Section) =>
    kindOf(section) !== 'hero' && order[places.get(section.id) ?? order.length]?.hidden === true;
  return sections.filter((section) => !isHidden(section)).sort((a, b) => placeOf(a) - placeOf(b));
}
