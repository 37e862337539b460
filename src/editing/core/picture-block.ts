/** A picture in a text. */
export interface Picture {
  /** For people who can't see it. */
  alt: string;
  address: string;
  /** Empty if it has none. */
  caption: string;
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');
const attribute = (text: string) => inOneLine(text).replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** A picture as a block of a text: Markdown, or with a caption a component. */
export function pictureBlock({ alt, address, caption }: Picture): string {
  if (caption !== '') return `<Figure src="${address}" alt="${attribute(alt)}" caption="${attribute(caption)}" />`;
  return `![${inOneLine(alt).replace(/[\\[\]<{}]/g, '\\$&')}](${address})`;
}

/** The picture, if a block of a text is just that. */
export function pictureOf(block: string): Picture | undefined {
  const [, alt, address] = /^!\[((?:[^\\\]]|\\.)*)\]\(([^\s)]+)\)$/.exec(block.trim()) ?? [];
  if (alt !== undefined && address !== undefined) return { alt: alt.replace(/\\(.)/g, '$1'), address, caption: '' };
  const values = /^<Figure src="([^"]*)" alt="([^"]*)" caption="([^"]*)" \/>$/.exec(block.trim());
  // Other entities would not survive being written again.
  if (!values || /&(?!amp;|quot;)/.test(block)) return undefined;
  const [src = '', figureAlt = '', caption = ''] = values
    .slice(1)
    .map((value) => value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'));
  return { alt: figureAlt, address: src, caption };
}
