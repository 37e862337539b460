import { INKS } from './inks.ts';
import { MARK } from './mark.ts';

/** An icon that a system shows in the place of the site. */
interface Icon {
  /** Width and height in pixels. */
  size: number;
  /** How much of the width the mark takes. */
  mark: number;
  /** A tile of the site's own shape, or a full square that the system cuts to its own. */
  tile: 'own' | 'square';
  purpose?: 'any' | 'maskable';
}

/** The icons by their names; those with a purpose stand in the manifest. */
export const ICONS = {
  'icon-192': { size: 192, mark: 0.68, tile: 'own', purpose: 'any' },
  'icon-512': { size: 512, mark: 0.68, tile: 'own', purpose: 'any' },
  // A system may cut it to the circle of 80 %, which a mark of up to 67 % stays within.
  'maskable-512': { size: 512, mark: 0.56, tile: 'square', purpose: 'maskable' },
  'apple-touch-icon': { size: 180, mark: 0.66, tile: 'square' },
} as const satisfies Record<string, Icon>;
export type IconName = keyof typeof ICONS;

/** Where an icon is published. */
export const iconPath = (name: IconName): string => `/icons/${name}.png`;

const { campus, company, both } = INKS.dark;

/** An icon as an SVG document of 100 by 100 units: the mark in lights, on night. */
export function iconDrawing(name: IconName): string {
  const { mark, tile } = ICONS[name];
  const scale = (mark * 100) / MARK.width;
  const left = (100 - MARK.width * scale) / 2;
  const top = (100 - MARK.height * scale) / 2;
  const ground = tile === 'own' ? 'M0 100V28A28 28 0 0 1 28 0H72A28 28 0 0 1 100 28V100z' : 'M0 0H100V100H0z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
  <path fill="${INKS.light.ink}" d="${ground}"/>
  <g transform="translate(${left} ${top}) scale(${scale})">
    <path fill="${campus}" d="${MARK.campus}"/>
    <path fill="${company}" d="${MARK.company}"/>
    <path fill="${both}" d="${MARK.both}"/>
  </g>
</svg>`;
}
