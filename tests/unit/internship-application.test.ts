import { describe, expect, it } from 'vitest';
import {
  APPLICATION_LIMITS as LIMITS,
  applicationKind,
  AVAILABILITIES,
  internshipApplication,
  POSITIONS,
  type InternshipApplication,
} from '../../src/backend/internship-application.ts';
import { codePoints } from '../../src/backend/text-rules.ts';

const application: InternshipApplication = {
  name: 'Ada',
  email: 'ada@example.com',
  phone: '',
  position: 'strategy',
  experience: '',
  motivation: 'To learn',
  availability: 'flexible',
};
const origin = {
  page: '/internships/apply',
  referrer_host: '',
  utm_source: 'news',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const envelope = { id: 'the-id', website: '', fillMs: 2000, origin };
const problems = (changes: Record<string, unknown>) =>
  (internshipApplication.safeParse({ ...application, ...changes }).error?.issues ?? []).map(({ path, message }) => [
    path[0],
    message,
  ]);

const noUpload = () => Promise.reject(new Error('Unexpected upload.'));
const rowFor = (resume?: File, changes: Partial<InternshipApplication> = {}) =>
  applicationKind(resume, noUpload).toRow({ ...application, ...changes }, envelope);
const nameFor = (name: string) => String(new Map(Object.entries(rowFor(new File(['x'], name)))).get('resume_name'));

describe('the checks', () => {
  it('require what the spec requires, and nothing else', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ name: '', email: ' ', position: '', motivation: '\n', availability: '' })).toEqual(
      ['name', 'email', 'position', 'motivation', 'availability'].map((field) => [field, 'required']),
    );
  });

  it.each(['name', 'phone', 'experience', 'motivation'] as const)(
    'allow %s as many code points as the column, not one more',
    (field) => {
      expect(problems({ [field]: '🦊'.repeat(LIMITS[field]) })).toEqual([]);
      expect(problems({ [field]: '🦊'.repeat(LIMITS[field] + 1) })).toEqual([[field, 'too-long']]);
    },
  );

  it('allow an address 254 characters, not one more', () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect(problems({ email: address(254) })).toEqual([]);
    expect(problems({ email: address(255) })).toEqual([['email', 'too-long']]);
    expect(problems({ email: 'ada@' })).toEqual([['email', 'invalid']]);
  });

  it('accept the positions and availabilities in the spec, and no others', () => {
    expect(POSITIONS).toEqual([
      'strategy',
      'data-analysis',
      'operations',
      'ux-ui-design',
      'marketing',
      'software-development',
      'other',
    ]);
    expect(AVAILABILITIES).toEqual(['immediate', 'within-1-month', 'within-3-months', 'flexible']);
    for (const position of POSITIONS) expect(problems({ position })).toEqual([]);
    for (const availability of AVAILABILITIES) expect(problems({ availability })).toEqual([]);
    for (const value of ['Strategy', 'other ', 'ceo', 'constructor']) {
      expect(problems({ position: value })).toEqual([['position', 'required']]);
      expect(problems({ availability: value })).toEqual([['availability', 'required']]);
    }
  });

  it.each(['a\0', '\ud800', 'x\udc00y'])('reject text that cannot be stored (%j)', (text) => {
    for (const field of ['name', 'phone', 'experience', 'motivation'])
      expect(problems({ [field]: text })).toEqual([[field, 'ill-formed']]);
  });
});

describe('the row', () => {
  it('has everything as it was typed, and where it came from', () => {
    const typed = { name: ' Zoë 🦊 ', motivation: ' Line 1\n"Line 2" ', experience: '\tMuch', phone: ' +1 ' };
    expect(rowFor(undefined, typed)).toEqual({
      ...application,
      ...typed,
      ...origin,
      id: 'the-id',
      source: 'marketing-website',
      website: '',
      fill_ms: 2000,
    });
  });

  it('announces the attached resume', () => {
    expect(rowFor(new File(['12345'], 'Ada Example.PDF'))).toMatchObject({
      resume_name: 'Ada Example.PDF',
      resume_extension: 'pdf',
      resume_size: 5,
    });
  });

  it('announces nothing without a resume, or with a file of another type', () => {
    for (const file of [undefined, new File(['12345'], 'Ada.exe')])
      expect(Object.keys(rowFor(file)).filter((column) => column.startsWith('resume'))).toEqual([]);
  });

  it.each([
    ['letters', 'a', 300],
    ['emoji', '🦊', 300],
    ['one code point too many', 'b', 252],
    ['letters of several code points', 'e\u0301', 200],
  ])('cuts a long name of %s to the column’s limit, and keeps its extension', (_what, letter, count) => {
    const name = nameFor(`${letter.repeat(count)}.docx`);
    expect(codePoints(name)).toBe(255);
    expect(name.endsWith('.docx')).toBe(true);
    expect(name.isWellFormed()).toBe(true);
  });

  it('keeps a name of exactly 255 code points', () => {
    const name = `${'🦊'.repeat(251)}.pdf`;
    expect(nameFor(name)).toBe(name);
  });

  it('removes characters from a name that cannot be stored or would mislead its reader', () => {
    expect(nameFor('a\0b.pdf')).toBe('ab.pdf');
    expect(nameFor('a\u202efdp.exe\r\n.pdf')).toBe('afdp.exe.pdf');
  });
});

describe('what follows the row', () => {
  it('is the upload of the resume, if there is one, and then a call of the function', async () => {
    const file = new File(['12345'], 'Ada.DOCX');
    const uploads: unknown[] = [];
    const kind = applicationKind(file, (...values) => {
      uploads.push(values);
      return Promise.resolve('stored');
    });
    expect(await kind.attach?.('the-id')).toBe('stored');
    expect(uploads).toEqual([['the-id', file, 'docx']]);
    expect(kind.notification?.(application, 'the-id')).toEqual({
      name: 'request-notification',
      body: { table: 'internship_applications', id: 'the-id' },
    });
    for (const none of [undefined, new File(['x'], 'Ada.exe')])
      expect(applicationKind(none, noUpload).attach).toBeUndefined();
  });
});
