import { INKS } from '../../../src/brand/inks.ts';
import { emailCopy } from '../email-copy.generated.ts';
import { escapeHtml } from '../../../src/lib/html.ts';

/*
 * The HTML of a mail: a card with the mark on its deck. It loads nothing. Colors are inline for mail programs that
 * ignore style sheets; the class names let the others apply the dark scheme.
 */

type Ink = keyof typeof INKS.light;
type Inks = (typeof INKS)['light' | 'dark'];

const FONT = "'Familjen Grotesk',system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TABLE = 'role="presentation" cellpadding="0" cellspacing="0" border="0"';

/** The attributes of an element with an ink as its background. */
const ground = (ink: Ink, style = '') =>
  `class="g-${ink}" bgcolor="${INKS.light[ink]}" style="${style}background-color:${INKS.light[ink]}"`;

/** The attributes of text in one ink. */
export const inInk = (ink: Ink, style: string): string => `class="t-${ink}" style="${style};color:${INKS.light[ink]}"`;

/** Pixels per unit of the mark (src/brand/mark.ts), the arches' radius in pixels, and their centers in units. */
const UNIT = 2;
const RADIUS = 12 * UNIT;
const MIDDLE = { campus: 12, company: 26 };

/**
 * The upper part of one half of the overlap: what is in both arches, what is only in its own side's, and the gap
 * between them. It needs no stacked elements and no negative margins: mail programs support neither.
 */
function overlap(own: 'campus' | 'company', inks: Inks): string {
  const begins = own === 'campus' ? 14 : 19;
  const disc = (side: 'campus' | 'company', colour: string) =>
    `radial-gradient(circle at ${(MIDDLE[side] - begins) * UNIT}px ${RADIUS}px,${colour} ${RADIUS - 0.5}px,transparent ${RADIUS}px)`;
  return `${disc(own === 'campus' ? 'company' : 'campus', inks.both)},${disc(own, inks[own])}`;
}

function mark(): string {
  const cell = (units: number, attributes: string) =>
    `<td width="${units * UNIT}" height="${RADIUS}" ${attributes}></td>`;
  const half = (own: 'campus' | 'company') =>
    cell(5, `class="o-${own}" bgcolor="${INKS.light.both}" style="background:${overlap(own, INKS.light)}"`);
  return (
    `<table ${TABLE} style="font-size:0;line-height:0"><tr>` +
    cell(14, ground('campus', `border-radius:${RADIUS}px 0 0 0;`)) +
    half('campus') +
    half('company') +
    cell(14, ground('company', `border-radius:0 ${RADIUS}px 0 0;`)) +
    `</tr><tr>${cell(14, ground('campus'))}${cell(5, ground('both'))}${cell(5, ground('both'))}${cell(14, ground('company'))}</tr></table>`
  );
}

const DARK = [
  ...Object.entries(INKS.dark).flatMap(([ink, colour]) => [
    `.g-${ink}{background-color:${colour}!important}`,
    `.t-${ink}{color:${colour}!important}`,
  ]),
  ...(['campus', 'company'] as const).map((own) => `.o-${own}{background:${overlap(own, INKS.dark)}!important}`),
  // Text on the color of both sides.
  `.button a{color:${INKS.dark.paper}!important}`,
].join('');

// Two elements: a mail program that doesn't understand a rule drops the whole element.
const STYLES =
  `<style>@media (max-width:480px){.edge{padding-left:20px!important;padding-right:20px!important}}</style>` +
  `<style>:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${DARK}}</style>`;

/** The HTML document of a mail, with its content in a card below the mark. */
export function sheet(subject: string, content: string): string {
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">` +
    `<title>${escapeHtml(subject)}</title>${STYLES}</head>` +
    `<body ${ground('paper', 'margin:0;padding:0;')}><table ${TABLE} width="100%" ${ground('paper')}>` +
    `<tr><td align="center" style="padding:24px 12px"><table ${TABLE} width="100%" ${ground('surface', 'max-width:600px;border-radius:28px 28px 0 0;')}>` +
    `<tr><td class="edge" style="padding:28px 36px 0"><table ${TABLE}><tr><td>${mark()}</td>` +
    `<td valign="bottom" ${inInk('ink', `padding:0 0 8px 14px;font:700 20px/1.2 ${FONT};letter-spacing:-0.5px;overflow-wrap:anywhere`)}>${escapeHtml(emailCopy.company)}</td>` +
    `</tr></table></td></tr><tr><td height="3" ${ground('ink', 'font-size:0;line-height:0;')}></td></tr>` +
    `<tr><td align="left" ${inInk('ink', `padding:28px 36px 12px;font:400 16px/1.55 ${FONT};overflow-wrap:anywhere`).replace('class="', 'class="edge ')}>${content}</td></tr>` +
    `</table></td></tr></table></body></html>`
  );
}

/** A link in the text. Only for URLs that we build, never for visitor input. */
export const anchor = (label: string, href: string): string =>
  `<a href="${escapeHtml(href)}" ${inInk('link', 'font-weight:600')}>${escapeHtml(label)}</a>`;

/** The mail's call to action: 48 pixels high, round at the top and flat at the bottom. */
export const button = (label: string, href: string, below = 20): string =>
  `<table ${TABLE} style="margin:4px 0 ${below}px"><tr><td ${ground('both', 'border-radius:16px 16px 0 0;').replace('class="', 'class="button ')}>` +
  `<a href="${escapeHtml(href)}" style="display:inline-block;padding:14px 24px;font:600 16px/20px ${FONT};color:${INKS.light.surface};text-decoration:none">${escapeHtml(label)}</a></td></tr></table>`;

/** A text of several lines, on its own background. */
export const box = (lines: string): string =>
  `<p ${ground('paper', `white-space:pre-wrap;margin:8px 0 24px;padding:16px;border-radius:16px 16px 0 0;border-bottom:2px solid ${INKS.light.soft};`)}>${escapeHtml(lines)}</p>`;
