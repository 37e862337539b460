import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** The provider's own description of its API, which comes with its SDK. */
const FILE = fileURLToPath(new URL('../../node_modules/@vapi-ai/web/dist/api.d.ts', import.meta.url));

type Declaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;
let declarations: Map<string, Declaration> | undefined;

function declaration(name: string): Declaration | undefined {
  if (!declarations) {
    const { statements } = ts.createSourceFile(FILE, readFileSync(FILE, 'utf8'), ts.ScriptTarget.Latest, true);
    const found = statements.filter((node) => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node));
    declarations = new Map(found.map((node) => [node.name.text, node]));
  }
  return declarations.get(name);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const KEYWORDS: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.StringKeyword]: 'string',
  [ts.SyntaxKind.NumberKeyword]: 'number',
  [ts.SyntaxKind.BooleanKeyword]: 'boolean',
  [ts.SyntaxKind.ObjectKeyword]: 'object',
};

function literalOf(node: ts.TypeNode): unknown {
  if (!ts.isLiteralTypeNode(node)) return undefined;
  if (ts.isStringLiteral(node.literal)) return node.literal.text;
  if (ts.isNumericLiteral(node.literal)) return Number(node.literal.text);
  return { [ts.SyntaxKind.TrueKeyword]: true, [ts.SyntaxKind.NullKeyword]: null }[node.literal.kind as number] ?? false;
}

/** Fields that distinguish the members of a union. */
const KINDS = ['provider', 'type', 'on'];

/** The mistakes for the closest member of a union: of the same kind if possible, and with the fewest mistakes. */
function checkUnion(members: readonly ts.TypeNode[], value: unknown, path: string): string[] {
  const literals = members.filter(ts.isLiteralTypeNode).map(literalOf);
  if (literals.length === members.length)
    return literals.includes(value) ? [] : [`${path} must be one of the following values: ${literals.join(', ')}`];
  const attempts = members.map((member) => check(member, value, path));
  const isOther = (mistakes: readonly string[]) =>
    mistakes.some((text) => KINDS.some((kind) => text.startsWith(`${path}.${kind} `)));
  return attempts.reduce((best, next) => {
    const [other, otherNext] = [isOther(best), isOther(next)];
    return other === otherNext ? (next.length < best.length ? next : best) : other ? next : best;
  });
}

function check(node: ts.TypeNode, value: unknown, path: string): string[] {
  if (ts.isParenthesizedTypeNode(node)) return check(node.type, value, path);
  if (ts.isUnionTypeNode(node)) return checkUnion(node.types, value, path);
  if (ts.isLiteralTypeNode(node)) return checkUnion([node], value, path);
  if (ts.isArrayTypeNode(node))
    return Array.isArray(value)
      ? value.flatMap((entry, index) => check(node.elementType, entry, `${path}.${index}`))
      : [`${path} must be an array`];
  if (ts.isTypeReferenceNode(node)) return checkType(node.typeName.getText(), value, path);
  const keyword = KEYWORDS[node.kind];
  if (keyword !== undefined && typeof value !== keyword) return [`${path} must be a ${keyword}`];
  return [];
}

/** Checks the limits in the comment above a field, such as `@maxLength 40`. */
function limits(member: ts.PropertySignature, value: unknown, path: string): string[] {
  const tag = (name: string) => {
    const found = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === name)?.comment;
    return typeof found === 'string' ? Number(found) : undefined;
  };
  const [longest, least, most] = [tag('maxLength'), tag('min'), tag('max')];
  if (typeof value === 'string' && longest !== undefined && value.length > longest)
    return [`${path} must be shorter than or equal to ${longest} characters`];
  if (typeof value !== 'number') return [];
  if (least !== undefined && value < least) return [`${path} must not be less than ${least}`];
  if (most !== undefined && value > most) return [`${path} must not be greater than ${most}`];
  return [];
}

/**
 * Whether a field is a list in its example but not in its type. Two fields are: their type is a string, but their
 * examples and the provider's responses have a list of strings.
 */
function isListByExample(member: ts.PropertySignature): boolean {
  const example = ts.getJSDocTags(member).find(({ tagName }) => tagName.text === 'example')?.comment;
  return (
    typeof example === 'string' &&
    example.startsWith('[') &&
    member.type !== undefined &&
    !ts.isArrayTypeNode(member.type)
  );
}

/** The provider's error messages for a value of one of its types. */
function checkType(name: string, value: unknown, path: string): string[] {
  const found = declaration(name);
  if (!found) return [];
  if (ts.isTypeAliasDeclaration(found)) return check(found.type, value, path);
  if (!isObject(value)) return [`${path} must be an object`];
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  const members = new Map(
    found.members.filter(ts.isPropertySignature).map((member) => [member.name.getText(), member]),
  );
  const unknown = Object.keys(value).filter((key) => !members.has(key));
  return [
    ...unknown.map((key) => at(`property ${key} should not exist`)),
    ...[...members].flatMap(([key, member]) => {
      const inner = value[key];
      if (inner === undefined) return member.questionToken ? [] : [`${at(key)} should not be null or undefined`];
      if (!member.type) return [];
      const type = member.type;
      if (Array.isArray(inner) && isListByExample(member)) return inner.flatMap((entry) => check(type, entry, at(key)));
      return [...check(type, inner, at(key)), ...limits(member, inner, at(key))];
    }),
  ];
}

/**
 * The mistakes in a request body according to the provider's own types: fields that are unknown, missing, of another
 * type, too long, too small or too large. One line each, in the words of the provider's framework.
 *
 * @param type for example CreateAssistantDTO
 */
export const bodyMistakes = (type: string, body: unknown): string[] => checkType(type, body, '');
