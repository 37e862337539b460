import * as z from 'zod/mini';
import { person, PERSON_LIMITS, requestNotificationOf, toRequestRow } from './request.ts';
import { resumeExtension, type ResumeExtension } from './resume.ts';
import type { Attachment, RequestKind } from './send-request.ts';
import { codePoints, optionalText, plainLine, requiredText } from './text-rules.ts';

/** The positions and availabilities of spec section 3. The database accepts no others. */
export const POSITIONS = [
  'strategy',
  'data-analysis',
  'operations',
  'ux-ui-design',
  'marketing',
  'software-development',
  'other',
] as const;
export const AVAILABILITIES = ['immediate', 'within-1-month', 'within-3-months', 'flexible'] as const;

/** The maximum length of each field as typed, in code points. */
export const APPLICATION_LIMITS = {
  ...PERSON_LIMITS,
  phone: 40,
  position: 40,
  availability: 40,
  motivation: 5000,
  experience: 5000,
} as const;

const oneOf = (values: readonly string[]) =>
  z.refine<string>((value) => values.includes(value), { error: 'required', abort: true });

/** What the visitor enters in the application form, except the resume (spec sections 3 and 5). */
export const internshipApplication = z.object({
  ...person,
  phone: optionalText(APPLICATION_LIMITS.phone),
  position: requiredText(APPLICATION_LIMITS.position).check(oneOf(POSITIONS)),
  experience: optionalText(APPLICATION_LIMITS.experience),
  motivation: requiredText(APPLICATION_LIMITS.motivation),
  availability: requiredText(APPLICATION_LIMITS.availability).check(oneOf(AVAILABILITIES)),
});
export type InternshipApplication = z.infer<typeof internshipApplication>;

/** The maximum length of a file name in the database, in code points. */
const NAME_LIMIT = 255;

/** A file name that the database can store. If it is too long, the start is cut, so that the extension stays. */
function storableName(name: string): string {
  const clean = plainLine(name, '');
  return codePoints(clean) <= NAME_LIMIT ? clean : Array.from(clean).slice(-NAME_LIMIT).join('');
}

/**
 * Internship applications. The row is stored first, then the resume is uploaded, then the team is notified of both.
 *
 * @param resume a file without a resumeProblem()
 * @param upload uploads it; see uploadResume()
 */
export const applicationKind = (
  resume: File | undefined,
  upload: (id: string, resume: File, extension: ResumeExtension) => Promise<Attachment>,
): RequestKind<InternshipApplication> => {
  const extension = resume && resumeExtension(resume.name);
  return {
    table: 'internship_applications',
    toRow: (application, envelope) => ({
      ...toRequestRow(application, envelope),
      phone: application.phone,
      position: application.position,
      experience: application.experience,
      motivation: application.motivation,
      availability: application.availability,
      ...(resume &&
        extension && {
          resume_name: storableName(resume.name),
          resume_extension: extension,
          resume_size: resume.size,
        }),
    }),
    ...(resume && extension && { attach: (id: string) => upload(id, resume, extension) }),
    notification: requestNotificationOf('internship_applications'),
  };
};
