import { afterEach, expect, it, vi } from 'vitest';

vi.mock('astro:env/client', () => ({ PUBLIC_SUPABASE_URL: 'https://project.example', PUBLIC_SUPABASE_KEY: 'key' }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** The outcome of an upload that is answered like this. */
async function outcome(status: number, responseText: string) {
  class Answered extends EventTarget {
    upload = new EventTarget();
    status = status;
    responseText = responseText;
    open() {}
    setRequestHeader() {}
    send() {
      this.dispatchEvent(new Event('load'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Answered);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { uploadResume } = await import('../../src/backend/upload-resume.ts');
  return uploadResume('the-id', new File(['%PDF-'], 'cv.pdf'), 'pdf', () => undefined);
}

const refusal = (statusCode: string, error: string) => JSON.stringify({ statusCode, error, message: 'No.' });

it.each([
  [200, '<html>'],
  [200, '{}'],
  [200, 'null'],
  [201, '{"Key":"resumes/the-id/resume.pdf"}'],
  [204, ''],
  [409, 'x'],
  [409, '{}'],
  [409, 'null'],
  [500, '{"statusCode":"409"}'],
  [500, refusal('409', 'Duplicate')],
  [403, '<html>'],
  [500, refusal('403', 'Unauthorized')],
])('a resume is not uploaded if the answer is %s with the body %s', async (status, body) => {
  expect(await outcome(status, body)).toBe('failed');
});

it('a resume is uploaded if the storage says so, or that it has it already', async () => {
  expect(await outcome(200, '{"Key":"resumes/the-id/resume.pdf","Id":"1"}')).toBe('stored');
  for (const status of [400, 409]) expect(await outcome(status, refusal('409', 'Duplicate'))).toBe('stored');
  expect(await outcome(409, '{"code":"KeyAlreadyExists"}')).toBe('stored');
  expect(await outcome(409, '{"code":"ResourceAlreadyExists"}')).toBe('stored');
});

it('a resume comes too late if the storage says that its policy refuses it', async () => {
  for (const status of [400, 403]) expect(await outcome(status, refusal('403', 'Unauthorized'))).toBe('expired');
});
