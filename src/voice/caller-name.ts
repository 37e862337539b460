/** Up to four words of letters, marks, apostrophes and hyphens. Some invisible characters are letters or marks. */
const NAME = /^(?!.*\p{Default_Ignorable_Code_Point})(?:['‘’ʼ-]*\p{L}[\p{L}\p{M}'‘’ʼ-]*(?: |$)){1,4}$/u;
/** The maximum length in code points. */
const LONGEST = 40;

/**
 * What the agent is told of the name that a visitor typed: what comes before the first end of a sentence, if that looks
 * like a name, else ''. Nobody is refused for it: the request and the mails have the name as it was typed.
 */
export function callerName(typed: string): string {
  const [sentence = ''] = typed.normalize('NFC').split(/[.!?…。！？‼⁇-⁉\p{Zl}\p{Zp}\p{Cc}]/u);
  const name = sentence.trim().replaceAll(/\s+/g, ' ');
  return NAME.test(name) && Array.from(name).length <= LONGEST ? name : '';
}
