import { describe, expect, it } from 'vitest';
import {
  RESUME_LIMIT,
  RESUME_TYPES,
  resumeExtension,
  resumePath,
  resumeProblem,
  type ResumeExtension,
} from '../../src/backend/resume.ts';

const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));
const hex = (digits: string) => Uint8Array.from(Buffer.from(digits, 'hex'));

const PDF = bytes('%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<</Type /Catalog>>\nendobj\n%%EOF\n');
const DOC = hex(`d0cf11e0a1b11ae1${'00'.repeat(504)}`);
/** The local file headers of a zip with these files, all empty. */
const zip = (...names: string[]) =>
  bytes(
    names.map((name) => `PK\x03\x04\x14\0${'\0'.repeat(20)}${String.fromCharCode(name.length)}\0\0\0${name}`).join(''),
  );
const DOCX = zip('[Content_Types].xml', '_rels/.rels', 'word/document.xml');
const EXE = bytes('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff\0\0This program cannot be run in DOS mode.');

const REAL: Record<ResumeExtension, Uint8Array> = { pdf: PDF, doc: DOC, docx: DOCX };
const KINDS = Object.keys(RESUME_TYPES) as ResumeExtension[];

/** A document of exactly so many bytes. */
function filled(start: Uint8Array, size: number): Uint8Array {
  const file = new Uint8Array(size);
  file.set(start);
  return file;
}

describe('the extension', () => {
  it.each([
    ['Ada.pdf', 'pdf'],
    ['Ada.PDF', 'pdf'],
    ['Ada.Docx', 'docx'],
    ['Ada.v2.final.doc', 'doc'],
    ['Zoë 🦊 日本語.pdf', 'pdf'],
    ['photo.jpg.pdf', 'pdf'],
    ['.pdf', 'pdf'],
    ['a folder/Ada.pdf', 'pdf'],
  ])('of %j is %s', (name, extension) => {
    expect(resumeExtension(name)).toBe(extension);
  });

  it.each([
    'Ada',
    '',
    'pdf',
    'Ada.',
    'Ada.pdf.',
    'Ada.pdf ',
    'Ada.pdf.exe',
    'Ada.docm',
    'Ada.rtf',
    'Ada.pdf/x',
    'Ada.pdf\0.exe',
    // What every object of JavaScript has.
    'Ada.constructor',
    'Ada.__proto__',
    'Ada.toString',
  ])('of %j is none that we take', (name) => {
    expect(resumeExtension(name)).toBeUndefined();
    expect(resumeProblem(name, PDF)).toBe('type');
  });

  it('decides where the file is kept', () => {
    expect(resumePath('some-id', 'docx')).toBe('some-id/resume.docx');
  });
});

describe('the content', () => {
  it.each(KINDS)('of a real %s is accepted under its own name, in any spelling, and under no other', (kind) => {
    expect(resumeProblem(`Ada.${kind}`, REAL[kind])).toBeUndefined();
    expect(resumeProblem(`Ada.${kind.toUpperCase()}`, REAL[kind])).toBeUndefined();
    for (const other of KINDS.filter((name) => name !== kind))
      expect(resumeProblem(`Ada.${other}`, REAL[kind]), other).toBe('content');
  });

  it.each(KINDS)('of a program that is named .%s is refused', (kind) => {
    expect(resumeProblem(`Ada.${kind}`, EXE)).toBe('content');
  });

  it.each<[string, ResumeExtension, Uint8Array]>([
    ['a text', 'pdf', bytes('Dear reader')],
    ['a page of the web', 'pdf', bytes('<!doctype html><script>alert(1)</script>')],
    ['a text that speaks of PDF', 'pdf', bytes('PDF-1.4')],
    ['a zip of something else', 'docx', zip('xl/workbook.xml', 'notes.txt')],
    ['a zip that is no file of Word', 'docx', zip('password.txt', 'words.txt')],
    ['the name of a folder of Word alone', 'docx', bytes('word/document.xml')],
    ['a zip that is cut off at once', 'docx', bytes('PK\x03')],
    ['the first bytes of an old Word file, less one', 'doc', DOC.subarray(0, 7)],
    ['one byte', 'doc', hex('d0')],
    ['an old Word file behind a space', 'doc', bytes(` ${Buffer.from(DOC).toString('latin1')}`)],
  ])('of %s is refused as %s', (_what, kind, content) => {
    expect(resumeProblem(`Ada.${kind}`, content)).toBe('content');
  });

  it('of a PDF may begin with other bytes, as readers allow, as long as it begins in the first 1024', () => {
    const behind = (count: number) => bytes('\n'.repeat(count) + '%PDF-1.7');
    expect(resumeProblem('a.pdf', behind(1))).toBeUndefined();
    expect(resumeProblem('a.pdf', behind(1024 - '%PDF-'.length))).toBeUndefined();
    expect(resumeProblem('a.pdf', behind(1025 - '%PDF-'.length))).toBe('content');
    // Its first byte comes often before it comes for good.
    expect(resumeProblem('a.pdf', bytes('%%%PDF %PD %PDF-1.4'))).toBeUndefined();
  });

  it('of a zip names the folder of Word anywhere, also behind large pictures', () => {
    const large = new Uint8Array([
      ...zip('media/picture.png'),
      ...new Uint8Array(100_000),
      ...zip('word/document.xml'),
    ]);
    expect(resumeProblem('a.docx', large)).toBeUndefined();
  });
});

describe('the size', () => {
  it.each(KINDS)('of a %s may be 5 MB, and not one byte more', (kind) => {
    expect(RESUME_LIMIT).toBe(5_242_880);
    expect(resumeProblem(`a.${kind}`, filled(REAL[kind], RESUME_LIMIT))).toBeUndefined();
    expect(resumeProblem(`a.${kind}`, filled(REAL[kind], RESUME_LIMIT + 1))).toBe('too-large');
  });

  it.each(KINDS)('of a %s is not nothing', (kind) => {
    expect(resumeProblem(`a.${kind}`, new Uint8Array())).toBe('empty');
  });

  it('matters less than the name: what can be mended last is said last', () => {
    expect(resumeProblem('a.exe', new Uint8Array())).toBe('type');
    expect(resumeProblem('a.exe', new Uint8Array(RESUME_LIMIT + 1))).toBe('type');
    expect(resumeProblem('a.pdf', new Uint8Array(RESUME_LIMIT + 1))).toBe('too-large');
  });
});
