import PDFDocument from 'pdfkit';
import { CopyError } from '../schemas/messages.ts';
import { COLORS } from './page.ts';
import regular from '../styles/fonts/familjen-grotesk-400.ttf?inline';
import semibold from '../styles/fonts/familjen-grotesk-600.ttf?inline';

type Doc = PDFKit.PDFDocument;
type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Link' | 'Sect';

interface TextStyle {
  x: number;
  y: number;
  width: number;
  size: number;
  color: string;
  bold?: boolean;
  lineGap?: number;
  /** Where a click leads. */
  link?: string;
}

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
    this.doc.registerFont('regular', fontData(regular)).registerFont('semibold', fontData(semibold));
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
        this.doc.font(style.bold ? 'semibold' : 'regular');
        this.#expectGlyphs(text);
        this.doc
          .fontSize(style.size)
          .fillColor(style.color)
          .text(text, style.x, style.y, {
            width: style.width,
            lineGap: style.lineGap ?? style.size * 0.25,
            ...(style.link ? { link: style.link } : {}),
          });
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
        `"${text}" has ${missing.join(' ')}, which the font of the process guide (PDF) does not have. Write it another way, or add it in src/styles/fonts/subset.mjs.`,
      ]);
  }

  /** How high a text will be. */
  height(text: string, width: number, size: number, bold = false): number {
    return this.doc
      .font(bold ? 'semibold' : 'regular')
      .fontSize(size)
      .heightOfString(text, { width, lineGap: size * 0.25 });
  }

  /**
   * A list whose items begin with a short line of the accent colour.
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
        this.doc.lineWidth(1.5).strokeColor(COLORS.accent);
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
