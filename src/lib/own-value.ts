/** What a record has under a name. A name that a visitor has chosen, such as `__proto__`, finds nothing else. */
export const ownValue = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
