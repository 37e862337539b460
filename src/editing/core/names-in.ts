/** The distinct names in braces of a text. */
export const namesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{([a-z][\w-]*)\}/gi)].map(([, name]) => name ?? '')),
];
