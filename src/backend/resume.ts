/** The private bucket of resumes. */
export const RESUME_BUCKET = 'resumes';

/** Largest resume (bytes): the 5MB of the spec's section 9. */
export const RESUME_LIMIT = 5 * 1024 * 1024;

/** What a resume may be (spec section 5), and the media type with which each is uploaded. */
export const RESUME_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type ResumeExtension = keyof typeof RESUME_TYPES;

/** Why a file is no resume that we take: its name, its size, or that its content is not what its name says. */
export type ResumeProblem = 'type' | 'too-large' | 'empty' | 'content';

/** The extension of a file's name, if a resume may have it. */
export function resumeExtension(name: string): ResumeExtension | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(RESUME_TYPES, extension) ? (extension as ResumeExtension) : undefined;
}

/** Where the resume of an application is kept in the bucket. */
export const resumePath = (id: string, extension: ResumeExtension): string => `${id}/resume.${extension}`;

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Whether an ASCII text stands in the bytes. */
function includes(bytes: Uint8Array, text: string): boolean {
  const wanted = Array.from(text, (character) => character.charCodeAt(0));
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}

/** The leading bytes of each kind of document. */
const LOOKS_LIKE: Record<ResumeExtension, (bytes: Uint8Array) => boolean> = {
  // Readers accept a few bytes before it.
  pdf: (bytes) => includes(bytes.subarray(0, 1024), '%PDF-'),
  doc: (bytes) => startsWith(bytes, OLE),
  // A zip file; only one that Word wrote names this folder.
  docx: (bytes) => startsWith(bytes, ZIP) && includes(bytes, 'word/'),
};

/**
 * What is wrong with a file as a resume, or undefined.
 *
 * @param name ends in the extension
 * @param bytes the whole file
 */
export function resumeProblem(name: string, bytes: Uint8Array): ResumeProblem | undefined {
  const extension = resumeExtension(name);
  if (!extension) return 'type';
  if (bytes.byteLength === 0) return 'empty';
  if (bytes.byteLength > RESUME_LIMIT) return 'too-large';
  return LOOKS_LIKE[extension](bytes) ? undefined : 'content';
}
