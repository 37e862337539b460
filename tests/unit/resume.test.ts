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

/** A document of exactly this many bytes. */
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
    // Properties of every JavaScript object.
    'Ada.constructor',
    'Ada.__proto__',
    'Ada.toString',
  ])('of %j is not accepted', (name) => {
    expect(resumeExtension(name)).toBeUndefined();
    expect(resumeProblem(name, PDF)).toBe('type');
  });

  it('determines where the file is stored', () => {
    expect(resumePath('some-id', 'docx')).toBe('some-id/resume.docx');
  });
});

describe('the content', () => {
  it.each(KINDS)('of a real %s is accepted with its own extension, in any case, and with no other', (kind) => {
    expect(resumeProblem(`Ada.${kind}`, REAL[kind])).toBeUndefined();
    expect(resumeProblem(`Ada.${kind.toUpperCase()}`, REAL[kind])).toBeUndefined();
    for (const other of KINDS.filter((name) => name !== kind))
      expect(resumeProblem(`Ada.${other}`, REAL[kind]), other).toBe('content');
  });

  it.each(KINDS)('of a program named .%s is rejected', (kind) => {
    expect(resumeProblem(`Ada.${kind}`, EXE)).toBe('content');
  });

  it.each<[string, ResumeExtension, Uint8Array]>([
    ['text', 'pdf', bytes('Dear reader')],
    ['a web page', 'pdf', bytes('<!doctype html><script>alert(1)</script>')],
    ['text that mentions PDF', 'pdf', bytes('PDF-1.4')],
    ['a zip of something else', 'docx', zip('xl/workbook.xml', 'notes.txt')],
    ['a zip that is not a Word file', 'docx', zip('password.txt', 'words.txt')],
    ['only the name of a Word folder', 'docx', bytes('word/document.xml')],
    ['a truncated zip', 'docx', bytes('PK\x03')],
    ['the first bytes of an old Word file, less one', 'doc', DOC.subarray(0, 7)],
    ['one byte', 'doc', hex('d0')],
    ['an old Word file after a space', 'doc', bytes(` ${Buffer.from(DOC).toString('latin1')}`)],
  ])('of %s is rejected as %s', (_what, kind, content) => {
    expect(resumeProblem(`Ada.${kind}`, content)).toBe('content');
  });

  it('of a PDF may have other bytes first, as readers allow, if it starts within the first 1024', () => {
    const behind = (count: number) => bytes('\n'.repeat(count) + '%PDF-1.7');
    expect(resumeProblem('a.pdf', behind(1))).toBeUndefined();
    expect(resumeProblem('a.pdf', behind(1024 - '%PDF-'.length))).toBeUndefined();
    expect(resumeProblem('a.pdf', behind(1025 - '%PDF-'.length))).toBe('content');
    // The first bytes of the signature may occur before the signature itself.
    expect(resumeProblem('a.pdf', bytes('%%%PDF %PD %PDF-1.4'))).toBeUndefined();
  });

  it('of a zip may name the Word folder anywhere, even after large pictures', () => {
    const large = new Uint8Array([
      ...zip('media/picture.png'),
      ...new Uint8Array(100_000),
      ...zip('word/document.xml'),
    ]);
    expect(resumeProblem('a.docx', large)).toBeUndefined();
  });
});

it('a Word document is judged at once, whatever it consists of', () => {
  const file = new Uint8Array(RESUME_LIMIT).fill('w'.charCodeAt(0));
  file.set(bytes('PK\x03\x04'));
  const { user } = process.cpuUsage();
  expect(resumeProblem('a.docx', file)).toBe('content');
  // Microseconds. A loop over each w took half a second, and a sweep reads many files.
  expect(process.cpuUsage().user - user).toBeLessThan(250_000);
});

describe('the size', () => {
  it.each(KINDS)('of a %s may be 5 MB, and not one byte more', (kind) => {
    expect(RESUME_LIMIT).toBe(5_242_880);
    expect(resumeProblem(`a.${kind}`, filled(REAL[kind], RESUME_LIMIT))).toBeUndefined();
    expect(resumeProblem(`a.${kind}`, filled(REAL[kind], RESUME_LIMIT + 1))).toBe('too-large');
  });

  it.each(KINDS)('of a %s must not be 0', (kind) => {
    expect(resumeProblem(`a.${kind}`, new Uint8Array())).toBe('empty');
  });

  it('is checked after the name, so a wrong type is reported first', () => {
    expect(resumeProblem('a.exe', new Uint8Array())).toBe('type');
    expect(resumeProblem('a.exe', new Uint8Array(RESUME_LIMIT + 1))).toBe('type');
    expect(resumeProblem('a.pdf', new Uint8Array(RESUME_LIMIT + 1))).toBe('too-large');
  });
});
