import type { APIRoute } from 'astro';
import { iconPath, ICONS, type IconName } from '../brand/icons.ts';
import { INKS } from '../brand/inks.ts';
import { getSite } from '../build/copy.ts';

const icons = Object.entries(ICONS).flatMap(([name, icon]) =>
  'purpose' in icon
    ? [
        {
          src: iconPath(name as IconName),
          sizes: `${icon.size}x${icon.size}`,
          type: 'image/png',
          purpose: icon.purpose,
        },
      ]
    : [],
);

/** The name and icons of the site on a visitor's home screen. */
export const GET: APIRoute = async () => {
  const { name, description } = await getSite();
  const manifest = {
    name,
    description,
    lang: 'en',
    start_url: '/',
    // A site of pages with external links: it needs the browser's own buttons.
    display: 'browser',
    background_color: INKS.light.paper,
    theme_color: INKS.light.paper,
    icons,
  };
  return new Response(JSON.stringify(manifest), { headers: { 'content-type': 'application/manifest+json' } });
};
