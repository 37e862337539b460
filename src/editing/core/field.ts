/** What every field of a form has. */
interface Common {
  /** For example `First message`. */
  label: string;
  /** What it is for, in the schema's words. */
  hint?: string;
  /** It may be left out; then the file has no line for it. */
  optional?: boolean;
  /** It may be there and say nothing. */
  nullable?: boolean;
}

/** One line, or a paragraph if it may be longer than a line. Limits count UTF-16 units, as the schemas do. */
export interface TextField extends Common {
  kind: 'text';
  least?: number;
  limit?: number;
  format?: 'email' | 'url';
  /** What may stand in braces. Absent where braces mean nothing. */
  placeholders?: readonly string[];
  /** A visitor reads it as it is: it is no address, and nothing is worked out from it. */
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
/** A value that can be no other, for example the kind of a section. It is not shown. */
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
  /** The folder of the files that can be named, for example `content/journey/`. */
  folder: string;
}
export interface GroupField extends Common {
  kind: 'group';
  fields: Readonly<Record<string, Field>>;
}
/** Fields whose names are free. */
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

/** What a form shows of one place of a schema. */
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
