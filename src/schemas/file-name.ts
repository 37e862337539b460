/** What is wrong with the name of a file in content/, without its extension, or undefined. */
export function nameMistake(name: string): string | undefined {
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return undefined;
  return 'its name must be lowercase letters, digits and hyphens, because it becomes an address. For example: my-paper.mdx';
}
