/**
 * Where a preview opens texts. It is a setting of the host: the words of a preview, such as the address of the site, are
 * not reviewed.
 *
 * @param setting SITE_EDITING: the address of the editor; empty if this is no preview
 * @throws Error if it is no address
 */
export function editorAddress(setting: string | undefined): string | undefined {
  if (!setting) return undefined;
  if (/^https?:\/\//.test(setting) && URL.canParse(setting) && !setting.includes('#')) return setting;
  throw new Error(
    `SITE_EDITING is "${setting}" but must be the address of the editor, such as https://example.com/edit.`,
  );
}
