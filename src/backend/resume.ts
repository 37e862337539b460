/** The private bucket of resumes. */
export const RESUME_BUCKET = 'resumes';

/** The maximum size of a resume (bytes): the 5MB of spec section 9. */
export const RESUME_LIMIT = 5 * 1024 * 1024;

/** The file types of a resume (spec section 5), with their media types. */
export const RESUME_TYPES = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const;
export type ResumeExtension = keyof typeof RESUME_TYPES;

/** Why a file is not accepted as a resume: its name, its size, or content that does not match its name. */
export type ResumeProblem = 'type' | 'too-large' | 'empty' | 'content';

/** The extension of a file name, if a resume can have it. */
export function resumeExtension(name: string): ResumeExtension | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(RESUME_TYPES, extension) ? (extension as ResumeExtension) : undefined;
}

/** The path of an application's resume in the bucket. */
export const resumePath = (id: string, extension: ResumeExtension): string => `${id}/resume.${extension}`;

const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1];
const ZIP = [0x50, 0x4b, 0x03, 0x04];

const startsWith = (bytes: Uint8Array, signature: readonly number[]) =>
  signature.every((byte, index) => bytes[index] === byte);

/** Whether the bytes contain an ASCII text. The search of strings is native: a loop here could take a second. */
const includes = (bytes: Uint8Array, text: string): boolean => new TextDecoder('latin1').decode(bytes).includes(text);

/** Checks the signature of each document type. */
const LOOKS_LIKE: Record<ResumeExtension, (bytes: Uint8Array) => boolean> = {
  // PDF readers accept a few bytes before it.
  pdf: (bytes) => includes(bytes.subarray(0, 1024), '%PDF-'),
  doc: (bytes) => startsWith(bytes, OLE),
  // A zip file with this folder, which only Word documents have.
  docx: (bytes) => startsWith(bytes, ZIP) && includes(bytes, 'word/'),
};

/**
 * Why a file is not accepted as a resume, or undefined.
 *
 * @param name with the extension
 * @param bytes the whole file
 */
export function resumeProblem(name: string, bytes: Uint8Array): ResumeProblem | undefined {
  const extension = resumeExtension(name);
  if (!extension) return 'type';
  if (bytes.byteLength === 0) return 'empty';
  if (bytes.byteLength > RESUME_LIMIT) return 'too-large';
  return LOOKS_LIKE[extension](bytes) ? undefined : 'content';
}
