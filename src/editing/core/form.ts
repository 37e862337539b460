import { z } from 'zod';
import type { Field } from './field.ts';

/** JSON Schema as zod emits it, with the schemas' `.meta()`. */
interface Described {
  /** zod merges several primitive types into an array. */
  type?: string | string[];
  const?: string | number | boolean | null;
  enum?: string[];
  anyOf?: Described[];
  oneOf?: Described[];
  items?: Described;
  properties?: Record<string, Described>;
  required?: string[];
  additionalProperties?: Described | false;
  description?: string;
  title?: string;
  format?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  /** What JSON Schema can't express: `day`, `picture` or `reference`. */
  ui?: string;
  /** The folder of a reference. */
  folder?: string;
  placeholders?: readonly string[];
  shown?: boolean;
}

/** `firstMessage` or `too-long` as a label: First message, Too long. */
const labelOf = (key: string) => {
  const words = key
    .replace(/[-_]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A list entry takes its name from the list. */
const oneOf = (label: string) => label.replace(/ies$/, 'y').replace(/([^s])s$/, '$1');

class Form {
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  #cannot(described: Described): never {
    throw new Error(
      `${this.#place} has a schema that no form can show: ${JSON.stringify(described).slice(0, 200)}. ` +
        "Use only what src/editing/core/form.ts supports, or set a kind, for example .meta({ ui: 'day' }).",
    );
  }

  #in = (key: string) => new Form(`${this.#place} › ${key}`);

  field(described: Described, label: string): Field {
    const common = {
      label: described.title ?? label,
      ...(described.description !== undefined && { hint: described.description }),
    };
    if (described.ui !== undefined) return { ...common, ...this.#special(described) };
    if (described.const !== undefined) return { ...common, kind: 'fixed', value: described.const };
    if (described.enum) return { ...common, kind: 'choice', options: described.enum };
    const variants = Array.isArray(described.type)
      ? described.type.map((type) => ({ type }))
      : (described.anyOf ?? described.oneOf);
    if (variants) return { ...common, ...this.#union(variants, common.label) };
    switch (described.type) {
      case 'string':
        return { ...common, ...this.#text(described) };
      case 'number':
      case 'integer':
        return { ...common, ...number(described) };
      case 'boolean':
        return { ...common, kind: 'switch' };
      case 'array':
        return { ...common, ...this.#list(described, common.label) };
      case 'object':
        return { ...common, ...this.#fields(described) };
      default:
        return this.#cannot(described);
    }
  }

  #special(described: Described) {
    if (described.ui === 'day' || described.ui === 'picture') return { kind: described.ui } as const;
    if (described.ui === 'reference' && described.folder !== undefined)
      return { kind: 'reference', folder: described.folder } as const;
    return this.#cannot(described);
  }

  #text({ minLength, maxLength, format, placeholders, shown }: Described) {
    return {
      kind: 'text',
      ...(minLength !== undefined && { least: minLength }),
      ...(maxLength !== undefined && { limit: maxLength }),
      ...(format === 'email' && { format: 'email' as const }),
      ...(format === 'uri' && { format: 'url' as const }),
      ...(placeholders && { placeholders }),
      ...(shown && { shown }),
    } as const;
  }

  /** A nullable value is one variant that can be null, not two variants. */
  #union(variants: readonly Described[], label: string): Field {
    const shapes = variants.filter(({ type }) => type !== 'null');
    const fields = shapes.map((shape, index) => this.#in(String(index + 1)).field(shape, variantLabel(shape, label)));
    const [only] = fields;
    if (only && fields.length === 1)
      return fields.length < variants.length ? { ...only, label, nullable: true } : { ...only, label };
    return {
      kind: 'union',
      label,
      variants: fields,
      ...(shapes.length < variants.length && { nullable: true }),
    };
  }

  #list(described: Described, label: string) {
    const { items, minItems, maxItems } = described;
    if (!items) return this.#cannot(described);
    return {
      kind: 'list',
      items: this.#in('entry').field(items, oneOf(label)),
      ...(minItems !== undefined && { least: minItems }),
      ...(maxItems !== undefined && { most: maxItems }),
    } as const;
  }

  #fields(described: Described) {
    const { properties, required = [], additionalProperties } = described;
    if (properties) {
      // A form has to show every possible field.
      if (additionalProperties !== false) return this.#cannot(described);
      const fields = Object.entries(properties).map(([key, inner]) => {
        const field = this.#in(key).field(inner, labelOf(key));
        return [key, required.includes(key) ? field : { ...field, optional: true }] as const;
      });
      return { kind: 'group', fields: Object.fromEntries(fields) } as const;
    }
    if (!additionalProperties) return this.#cannot(described);
    return { kind: 'map', values: this.#in('value').field(additionalProperties, 'Value') } as const;
  }
}

const number = ({ type, minimum, maximum }: Described) =>
  ({
    kind: 'number',
    whole: type === 'integer',
    ...(minimum !== undefined && { least: minimum }),
    ...(maximum !== undefined && { most: maximum }),
  }) as const;

/** What distinguishes a variant: its fixed value, or its last field, for example `href` as opposed to `opens`. */
function variantLabel({ title, properties = {} }: Described, label: string): string {
  if (title !== undefined) return title;
  const fixed = Object.values(properties).find((inner) => typeof inner.const === 'string');
  if (typeof fixed?.const === 'string') return labelOf(fixed.const);
  return labelOf(Object.keys(properties).at(-1) ?? label);
}

/**
 * The form for a schema's input: what can be written in a file, before defaults and transformations.
 *
 * @param name for messages and as the label, for example `content/site.yaml`
 * @throws Error for a construct that no form can show, with its path
 */
export function formOf(schema: z.ZodType, name: string): Field {
  return new Form(name).field(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described, name);
}
