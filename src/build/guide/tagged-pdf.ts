import PDFDocument from 'pdfkit';
import { writtenIn } from '../integrations/written-in.ts';
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
  /** Where a click leads. */
  link?: string;
}

type Setting = Pick<TextStyle, 'width' | 'size' | 'bold' | 'heading'>;

/** How far lines and letters are apart, as parts of the size. The font's own line is 1.25 high. */
const SPACING = { text: { lines: 0.25, letters: 0 }, heading: { lines: -0.21, letters: -0.03 } };

const fontData = (url: string) => Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');

/**
 * A PDF whose text is tagged for screen readers: every text is written through {@link TaggedPdf.text}, everything that
 * only decorates through {@link TaggedPdf.decoration}. Lengths are points, measured from the upper left corner.
 */
export class TaggedPdf {
  readonly doc: Doc;
  readonly #root: PDFKit.PDFStructureElement;

  /** @param info what the reader's window and its screen reader say of the file */
  constructor(info: { title: string; author: string; subject: string; created: Date }) {
    // The library's types don't know its PDF/UA mode yet.
    this.doc = new PDFDocument({
      size: 'A4',
      // Pages are laid out by hand: nothing may break one by itself.
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

  /** A group of what belongs together. */
  section(tag: Tag, parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const element = this.doc.struct(tag);
    parent.add(element);
    return element;
  }

  /**
   * Writes a text and tags it.
   *
   * @returns the y below it
   * @throws CopyError when the font lacks one of its letters
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

  /** A list whose items have numbers for labels. */
  numberedList(parent: PDFKit.PDFStructureElement = this.#root): PDFKit.PDFStructureElement {
    const list = this.section('L', parent);
    // The library has no option for the attributes of a list.
    const { dictionary } = list as unknown as { dictionary: { data: object } };
    Object.assign(dictionary.data, { A: { O: 'List', ListNumbering: 'Decimal' } });
    return list;
  }

  /** A letter that the font lacks would be left out of the PDF without a word. */
  #expectGlyphs(text: string): void {
    const { font } = (this.doc as unknown as { _font: { font: { hasGlyphForCodePoint(point: number): boolean } } })
      ._font;
    const missing = [...new Set(text)].filter((sign) => !font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0));
    if (missing.length > 0)
      throw new CopyError('content', [
        `"${text}" has ${missing.join(' ')}, which the font of the process guide (PDF) does not have. Write it another way, or have it added (src/styles/fonts/subset.mjs).${writtenIn(text)}`,
      ]);
  }

  /** How high a text will be. */
  height(text: string, width: number, size: number, style: Pick<TextStyle, 'bold' | 'heading'> = {}): number {
    const options = this.#set({ width, size, ...style });
    return this.doc.heightOfString(text, options);
  }

  /** Chooses font and size, and gives what else a text is written with. */
  #set({ width, size, bold, heading }: Setting): { width: number; lineGap: number; characterSpacing: number } {
    const { lines, letters } = heading ? SPACING.heading : SPACING.text;
    this.doc.font(bold || heading ? 'bold' : 'regular').fontSize(size);
    return { width, lineGap: lines * size, characterSpacing: letters * size };
  }

  /**
   * A list whose items hang on a short piece of the deck.
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

  /** Draws what a screen reader passes over. */
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
