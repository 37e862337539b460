/** Sets the value at a dotted path in a test's JSON, for example `hooks.0.options.timeoutSeconds`. */
export function setAt(json: object, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const holder = keys.reduce<unknown>((inner, key) => (inner as Record<string, unknown>)[key], json);
  if (typeof holder !== 'object' || holder === null) throw new Error(`There is nothing at ${keys.join('.')}.`);
  (holder as Record<string, unknown>)[last] = value;
}
