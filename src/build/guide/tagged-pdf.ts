import PDFDocument from 'pdfkit';
import { contentLocation } from '../integrations/content-location.ts';
import { CopyError } from '../../schemas/messages.ts';
import { COLORS } from './page.ts';
import regular from '../../styles/fonts/familjen-grotesk-400.ttf?inline';
import bold from '../../styles/fonts/familjen-grotesk-700.ttf?inline';

type Doc = PDFKit.PDFDocument;
type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Link' | 'Sect';

interface TextStyle {
  x: number;
  y: number;
  width: number;
  size: number;
  color: string;
  bold?: boolean;
  /** Bold, with letters and lines as close together as in the site's headings. */
  heading?: boolean;
  /** The target of a click. */
  link?: string;
}

type Setting = Pick<TextStyle, 'width' | 'size' | 'bold' | 'heading'>;

/** The spacing of lines and letters, as a fraction of the size. The font's own line height is 1.25. */
const SPACING = { text: { lines: 0.25, letters: 0 }, heading: { lines: -0.21, letters: -0.03 } };

const fontData = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/**
 * A PDF tagged for screen readers. {@link TaggedPdf.text} writes all text, {@link TaggedPdf.decoration} draws all
 * decoration. Lengths are in points from the upper left corner.
 */
export class TaggedPdf {
  readonly doc: Doc;
  readonly #root: PDFKit.PDFStructureElement;

  /** @param info what PDF viewers and screen readers say about the file */
  constructor(info: { title: string; author: string; subject: string; created: Date }) {
    // The library's types lack its PDF/UA mode.
    this.doc = new PDFDocument({
      size: 'A4',
      // Pages are laid out by hand: the library must not break them.
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      pdfVersion: '1.7',
      subset: 'PDF/UA',
      tagged: true,
      lang: 'en-US',
      displayTitle: true,
      info: { Title: info.title, Author: info.author, Subject: info.subject, CreationDate: info.created },
    } as unknown as PDFKit.PDFDocumentOptions);
    this.doc.registerFont('regular', fontData(regular)).registerFont('bold', fontData(bold));
    this.#root = this.doc.struct('Document');
    this.doc.addStructure(this.#root);
  }

  /** A group of related elements. */
  section(tag: Tag, parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(tag);
    parent.add(element);
    return element;
  }

  /**
   * Writes a text and tags it.
   *
   * @returns the y below it
   * @throws CopyError if the font lacks one of its characters
   */
  text(tag: Tag, text: string, style: TextStyle, parent: PDFKit.PDFStructureElement = this.#root): number {
    let below = style.y;
    parent.add(
      this.doc.struct(tag, {}, () => {
        const options = this.#set(style);
        this.#expectGlyphs(text);
        this.doc
          .fillColor(style.color)
          .text(text, style.x, style.y, { ...options, ...(style.link ? { link: style.link } : {}) });
        below = this.doc.y;
      }),
    );
    return below;
  }

  /** A list with numbers as labels. */
  numberedList(parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const list = this.section('L', parent);
    // The library has no option for list attributes.
    const { dictionary } = list as unknown as { dictionary: { data: object } };
    Object.assign(dictionary.data, { A: { O: 'List', ListNumbering: 'Decimal' } });
    return list;
  }

  /** The library would silently drop a character that the font lacks. */
  #expectGlyphs(text: string): void {
    const { font } = (this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
      ._font;
    const missing = [...new Set(text)].filter((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
    if (missing.length > 0)
      throw new CopyError('content', [
        `"${text}" contains ${missing.join(' ')}, which the font of the process guide (PDF) lacks. Write it another way, or ask a developer to add it (src/styles/fonts/subset.mjs).${contentLocation(text)}`,
      ]);
  }

  /** The height that a text will have. */
  height(text: string, width: number, size: number, style: Pick<TextStyle, 'bold' | 'heading'> = {}): number {
    const options = this.#set({ width, size, ...style });
    return this.doc.heightOfString(text, options);
  }

  /** Sets font and size, and returns the other options for a text. */
  #set({ width, size, bold, heading }: Setting): { width: number; lineGap: number; characterSpacing: number } {
    const { lines, letters } = heading ? SPACING.heading : SPACING.text;
    this.doc.font(bold || heading ? 'bold' : 'regular').fontSize(size);
    return { width, lineGap: lines * size, characterSpacing: letters * size };
  }

  /**
   * A list whose bullets are short pieces of the deck.
   *
   * @returns the y below it
   */
  list(
    items: readonly string[],
    style: { x: number; y: number; width: number; size: number; color: string },
    parent: PDFKit.PDFStructureElement = this.#root,
  ): number {
    const list = this.section('L', parent);
    let { y } = style;
    for (const item of items) {
      const entry = this.section('LI', list);
      this.decoration(() => {
        const middle = y + style.size * 0.62;
        this.doc.lineWidth(2).strokeColor(COLORS.ink);
        this.doc
          .moveTo(style.x, middle)
          .lineTo(style.x + 8, middle)
          .stroke();
      });
      y =
        this.text('LBody', item, { ...style, x: style.x + 18, y, width: style.width - 18 }, entry) + style.size * 0.25;
      entry.end();
    }
    list.end();
    return y;
  }

  /** Draws something that screen readers skip. */
  decoration(draw: () => void): void {
    this.doc.markContent('Artifact', { type: 'Layout' });
    draw();
    this.doc.endMarkedContent();
  }

  /** The finished file. */
  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = new Promise((resolve) => this.doc.on('end', resolve));
    this.#root.end();
    this.doc.end();
    await ended;
    return Buffer.concat(chunks);
  }
}
