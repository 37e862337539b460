/**
 * Where a preview opens texts.
 *
 * @param setting SITE_EDITING: `1` for the editor of the site, or the address of another one; empty if it is no preview
 * @param origin EDIT_ORIGIN: where the editor is published, if it is not a page of the site
 * @param site the address of the site
 * @throws Error if the setting is neither
 */
export function editorAddress(
  setting: string | undefined,
  origin: string | undefined,
  site: string | undefined,
): string | undefined {
  if (!setting) return undefined;
  if (setting === '1') return origin ? `${origin}/` : new URL('/edit', site).href;
  if (/^https?:\/\//.test(setting) && URL.canParse(setting) && !setting.includes('#')) return setting;
  throw new Error(
    `SITE_EDITING is "${setting}" but must be 1, or the address of an editor, such as https://edit.example.com/.`,
  );
}
