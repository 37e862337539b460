import PDFDocument from 'pdfkit';
import regular from '../styles/fonts/instrument-sans-400.ttf?inline';
import semibold from '../styles/fonts/instrument-sans-600.ttf?inline';

/** The palette of src/styles/tokens.css, for paper. */
export const COLORS = {
  night: '#0c1f18',
  onNight: '#f1f5ee',
  softOnNight: '#b3c4ba',
  ink: '#12211b',
  soft: '#47554d',
  line: '#d9d5c6',
  brand: '#0b5d43',
  accent: '#f26b2e',
  paper: '#fffefa',
} as const;

/** A4 in points, and what is kept free around the text. */
export const PAGE = { width: 595.28, height: 841.89, margin: 56 } as const;

type Doc = PDFKit.PDFDocument;
type Tag = 'H1' | 'H2' | 'H3' | 'P' | 'L' | 'LI' | 'Lbl' | 'LBody' | 'Sect';

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
   */
  text(
    tag: Tag,
    text: string,
    style: { x: number; y: number; width: number; size: number; color: string; bold?: boolean; lineGap?: number },
    parent: PDFKit.PDFStructureElement = this.#root,
  ): number {
    let below = style.y;
    parent.add(
      this.doc.struct(tag, {}, () => {
        this.doc
          .font(style.bold ? 'semibold' : 'regular')
          .fontSize(style.size)
          .fillColor(style.color)
          .text(text, style.x, style.y, { width: style.width, lineGap: style.lineGap ?? style.size * 0.25 });
        below = this.doc.y;
      }),
    );
    return below;
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
