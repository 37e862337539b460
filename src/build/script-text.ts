/**
 * Returns a text that is safe inside a script element, where nothing is escaped.
 *
 * @throws Error if it could end the element or start a comment
 */
export function scriptText(text: string): string {
  if (/<\/script|<!--/i.test(text))
    throw new Error(`A script in a page must not contain </script or <!--. It begins with: ${text.slice(0, 60)}`);
  return text;
}

/** Data as JSON that is safe inside a script element, even if a text contains `</script>`. */
export const dataText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
