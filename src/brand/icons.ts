import { INKS } from './inks.ts';
import { MARK } from './mark.ts';

/** An icon that stands for the site in an operating system. */
interface Icon {
  /** Width and height in pixels. */
  size: number;
  /** The width of the mark, as a share of the icon. */
  mark: number;
  /** A tile in the site's own shape, or a full square that the system crops. */
  tile: 'own' | 'square';
  purpose?: 'any' | 'maskable';
}

/** The icons by name; those with a purpose are in the manifest. */
export const ICONS = {
  'icon-192': { size: 192, mark: 0.68, tile: 'own', purpose: 'any' },
  'icon-512': { size: 512, mark: 0.68, tile: 'own', purpose: 'any' },
  // A system may crop it to a circle of 80 %; a mark of up to 67 % stays within it.
  'maskable-512': { size: 512, mark: 0.56, tile: 'square', purpose: 'maskable' },
  'apple-touch-icon': { size: 180, mark: 0.66, tile: 'square' },
} as const satisfies Record<string, Icon>;
export type IconName = keyof typeof ICONS;

/** The path of an icon. */
export const iconPath = (name: IconName): string => `/icons/${name}.png`;

const { campus, company, both } = INKS.dark;

/** An icon as an SVG document of 100 by 100 units: the light mark on a dark ground. */
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
