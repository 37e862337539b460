import { z } from 'zod';
import { copy } from './copy.ts';
import { action } from './section.ts';

/** What a text can contain besides Markdown. */
interface TextElement {
  /** For the person who writes it. */
  use: string;
  example: string;
  /** Each attribute is a literal text. */
  attributes: z.ZodType;
  /** Whether it is a block of its own, not part of a line. */
  isBlock: boolean;
  /** Whether it surrounds text. */
  hasText: boolean;
}

function isDecodable(address: string): boolean {
  try {
    decodeURI(address);
    return true;
  } catch {
    return false;
  }
}

/** The address of a picture of this site. */
export const pictureAddress = z
  .string()
  .max(300)
  // Browsers leave out control characters: /<tab>/ would be another site.
  .regex(/^(?:\/(?!\.)[^/\\?#\p{Cc}]+)+$/u, 'must start with /. Put the picture in public/. For example: /name.png')
  // The compiler stops at any other.
  .refine(isDecodable, 'has a % that is not followed by the number of a character. Rename the picture.');

const none = z.strictObject({});

/**
 * The components and HTML elements that the text of an MDX file can contain, by name. No other is allowed: each could
 * run code. src/components/text/ has the components, docs/editing.md the guide.
 */
export const TEXT_ELEMENTS = {
  Button: {
    use: 'A button that leads to a page or opens a dialog (consultation or demo-booking)',
    example: '<Button label="Book a Strategic Call" opens="consultation" />',
    attributes: action,
    isBlock: true,
    hasText: false,
  },
  Figure: {
    use: 'A picture with a caption',
    example: '<Figure src="/name.png" alt="What it shows" caption="What it means" />',
    attributes: z.strictObject({ src: pictureAddress, alt: copy(300), caption: copy(300) }),
    isBlock: true,
    hasText: false,
  },
  br: { use: 'A line break', example: '<br />', attributes: none, isBlock: false, hasText: false },
  sub: { use: 'Subscript', example: 'CO<sub>2</sub>', attributes: none, isBlock: false, hasText: true },
  sup: { use: 'Superscript', example: 'm<sup>2</sup>', attributes: none, isBlock: false, hasText: true },
} as const satisfies Readonly<Record<string, TextElement>>;

/** The elements by their names, for a name that may be any text. */
export const TEXT_ELEMENT_BY_NAME: ReadonlyMap<string, TextElement> = new Map(Object.entries(TEXT_ELEMENTS));
