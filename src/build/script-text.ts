/**
 * A text that may stand in a script element as it is, where nothing in it is escaped.
 *
 * @throws Error when it could end the element or begin a comment
 */
export function scriptText(text: string): string {
  if (/<\/script|<!--/i.test(text))
    throw new Error(`A script in a page must not hold </script or <!--. It begins with: ${text.slice(0, 60)}`);
  return text;
}

/** Data as JSON that may stand in a script element, whatever its texts hold: copy may well name a `</script>`. */
export const dataText = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c');
