/**
 * JSON that can't control the terminal that it is printed to, for values with texts of visitors. JSON.stringify escapes
 * only the first of the control characters, and no direction marks.
 */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(
    /[\u007F-\u009F\u2028-\u202E\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
