import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A message in the code: its fixed parts, in order, without the values between them. */
export interface MessageText {
  file: string;
  parts: string[];
}

/** Words with a space between them and the end of a sentence: not a name, an address or a piece of HTML. */
const isSentence = (text: string) => /[a-z'")}] [a-z"]/.test(text) && /[.:?](\s|…|$)|\bcan't\b/.test(text);

const partsOf = (node: ts.Node): string[] | undefined => {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
  return undefined;
};

/** A field's description for developers is not a message. */
const isDescription = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  node.expression.name.text === 'describe';

function literalsOf(file: string): string[][] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[][] = [];
  const visit = (node: ts.Node): void => {
    const parts = partsOf(node);
    if (parts) found.push(parts);
    // A template may contain another one.
    if (isDescription(node)) visit((node as ts.CallExpression).expression);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/**
 * The sentences among the literals of a file: the messages it can show. Comments and field descriptions are excluded.
 *
 * @param file path from the project's folder
 */
export const messageTexts = (file: string): MessageText[] =>
  literalsOf(file)
    .filter((parts) => isSentence(parts.join('…')))
    .map((parts) => ({ file, parts }));

/** Every part of every literal of a file, see {@link messageTexts}. */
export const literals = (file: string): string[] => literalsOf(file).flat();
