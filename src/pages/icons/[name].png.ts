import type { APIRoute, GetStaticPaths } from 'astro';
import sharp from 'sharp';
import { iconDrawing, ICONS, type IconName } from '../../brand/icons.ts';

export const getStaticPaths = (() => Object.keys(ICONS).map((name) => ({ params: { name } }))) satisfies GetStaticPaths;

/** An icon of the site, drawn from the mark at build time. */
export const GET: APIRoute = async ({ params }) => {
  const name = params['name'] as IconName;
  const { size } = ICONS[name];
  const png = await sharp(Buffer.from(iconDrawing(name)), { density: (72 * size) / 100 })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer();
  return new Response(new Uint8Array(png), { headers: { 'content-type': 'image/png' } });
};
