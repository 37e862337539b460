/** What all kinds of fields have in common. */
interface Common {
  /** For example `First message`. */
  label: string;
  /** What it is for, in the schema's words. */
  hint?: string;
  /** It can be absent; then the file has no line for it. */
  optional?: boolean;
  /** It can be null. */
  nullable?: boolean;
}

/** One line, or a paragraph if it may be longer than a line. Limits count UTF-16 units, as the schemas do. */
export interface TextField extends Common {
  kind: 'text';
  least?: number;
  limit?: number;
  format?: 'email' | 'url';
  /** The names allowed in braces. Absent where braces mean nothing. */
  placeholders?: readonly string[];
  /** Visitors read it as it is: it is not an address, and nothing is computed from it. */
  shown?: boolean;
}
export interface NumberField extends Common {
  kind: 'number';
  whole: boolean;
  least?: number;
  most?: number;
}
export interface SwitchField extends Common {
  kind: 'switch';
}
/** One of several values. */
export interface ChoiceField extends Common {
  kind: 'choice';
  options: readonly string[];
}
/** A constant, for example the kind of a section. It is not shown. */
export interface FixedField extends Common {
  kind: 'fixed';
  value: string | number | boolean | null;
}
export interface DayField extends Common {
  kind: 'day';
}
/** The address of a picture in public/pictures/. */
export interface PictureField extends Common {
  kind: 'picture';
}
/** The name of another file, without its extension. */
export interface ReferenceField extends Common {
  kind: 'reference';
  /** The folder that it refers to, for example `content/journey/`. */
  folder: string;
}
export interface GroupField extends Common {
  kind: 'group';
  fields: Readonly<Record<string, Field>>;
}
/** Fields with arbitrary names. */
export interface MapField extends Common {
  kind: 'map';
  values: Field;
}
export interface ListField extends Common {
  kind: 'list';
  items: Field;
  least?: number;
  most?: number;
}
/** One of several shapes. */
export interface UnionField extends Common {
  kind: 'union';
  variants: readonly Field[];
}

/** What a form shows for one part of a schema. */
export type Field =
  | TextField
  | NumberField
  | SwitchField
  | ChoiceField
  | FixedField
  | DayField
  | PictureField
  | ReferenceField
  | GroupField
  | MapField
  | ListField
  | UnionField;
