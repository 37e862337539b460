/** File systems take at most 255 bytes, and a name becomes an address. */
const LONGEST = 100;

/** Devices of Windows: a clone there can't have a file with such a name. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * What is wrong with the name of a file in content/, without its extension, or undefined.
 *
 * @param taken the names that other pages have
 */
export function nameMistake(name: string, taken: readonly string[] = []): string | undefined {
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
    return 'its name must be lowercase letters, digits and hyphens, because it becomes an address. For example: my-paper.mdx';
  if (name.length > LONGEST) return `its name must have at most ${LONGEST} characters.`;
  if (DEVICES.test(name)) return `its name can't be "${name}", which Windows reserves. Choose another.`;
  if (taken.includes(name)) return 'its name is taken by another page. Give the file another name.';
  return undefined;
}
