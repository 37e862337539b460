import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RESUME_LIMIT, RESUME_TYPES, resumePath, type ResumeExtension } from '../../src/backend/resume.ts';
import { askToNotify } from '../setup/attacked-forms.ts';
import { functionParts } from '../setup/function-parts.ts';
import { bomb, plain, zip } from '../setup/crafted-files.ts';
import { announced, application, mails, startStack, type Stack } from '../setup/stack.ts';

const PDF = '%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n%%EOF\n';
const HTML = '<!doctype html><script>alert(document.domain)</script>';
const WORD = [plain('[Content_Types].xml', '<Types/>'), plain('word/document.xml', '<w/>')];
const JAR = [plain('META-INF/MANIFEST.MF', 'Main-Class: Evil'), plain('Evil.class', 'cafebabe')];

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

/** The memory that the backend uses (megabytes). */
const memory = () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(stack.backend.pid())]).toString()) / 1024;

/** Applies with a file, as anyone with the public key can. Returns the id of the application. */
async function upload(
  bytes: Buffer<ArrayBuffer>,
  extension: ResumeExtension,
  changes: Record<string, unknown> = {},
): Promise<string> {
  const row = application({ ...announced, resume_name: `x.${extension}`, resume_extension: extension, ...changes });
  expect((await stack.visitor().from('internship_applications').insert(row)).error).toBeNull();
  const id = String(row['id']);
  const key = stack.backend.publishableKey;
  const uploaded = await fetch(`${stack.backend.apiUrl}/storage/v1/object/resumes/${resumePath(id, extension)}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': RESUME_TYPES[extension] },
    body: bytes,
  });
  expect(uploaded.status, await uploaded.text()).toBe(200);
  return id;
}

const filesOf = async (id: string) =>
  (await stack.database`select 1 from storage.objects where name like ${`${id}/%`}`).length;

/** Applies with a file, and notifies the team. Returns the team's mail. */
async function applyWith(...application: Parameters<typeof upload>) {
  const id = await upload(...application);
  expect(await (await askToNotify(stack, 'internship_applications', id)).json()).toEqual({ state: 'notified' });
  const mail = (await mails(stack.backend.mailboxUrl)).find(({ messageId }) => messageId.includes(`${id}.team@`));
  return {
    id,
    text: mail?.text ?? '',
    html: mail?.html ?? '',
    link: /https?:\S+/.exec(mail?.text ?? '')?.[0],
    files: await filesOf(id),
  };
}

describe('a Word document that unpacks to a terabyte', () => {
  it('really unpacks to that size', () => {
    const file = bomb(1);
    const at = file.indexOf('word/media/0.bin') + 'word/media/0.bin'.length;
    expect(inflateRawSync(file.subarray(at, at + file.readUInt32LE(at - 'word/media/0.bin'.length - 12))).length).toBe(
      16 * 1024 * 1024,
    );
  });

  it('costs no more time and memory than any file of its size: none of our code unpacks it', async () => {
    const file = bomb(1000);
    expect(file.length).toBeLessThan(RESUME_LIMIT);
    const same = zip([...WORD, plain('word/media/image.bin', 'x'.repeat(file.length))]);
    await applyWith(same, 'docx');
    const [before, start] = [memory(), performance.now()];
    const { link } = await applyWith(file, 'docx');
    expect(link).toBeDefined();
    expect((await fetch(stack.backend.mailboxUrl)).status).toBe(200);
    expect(performance.now() - start).toBeLessThan(5000);
    expect(memory() - before).toBeLessThan(100);
  });
});

describe('a file that is two things at once', () => {
  const BOTH: [string, ResumeExtension, Buffer<ArrayBuffer>][] = [
    ['a PDF and a page', 'pdf', Buffer.from(`${PDF}${HTML}`)],
    ['a page and a PDF', 'pdf', Buffer.from(`${HTML}<!--${PDF}-->`)],
    ['a picture, a script and a PDF', 'pdf', Buffer.from(`GIF89a=1;/*${PDF}*/alert(1)`)],
    ['a PDF and a zip file', 'pdf', Buffer.concat([Buffer.from(PDF), zip(JAR)])],
    ['a Word document and a Java program', 'docx', zip([...JAR, ...WORD])],
    [
      'a Word document and an Android app',
      'docx',
      zip([plain('AndroidManifest.xml', 'x'), plain('classes.dex', 'x'), ...WORD]),
    ],
  ];
  const isOnlyDownloaded = async (...[, extension, bytes]: [string, ResumeExtension, Buffer<ArrayBuffer>]) => {
    const { link = '' } = await applyWith(bytes, extension);
    const mailed = await fetch(link);
    expect(Buffer.from(await mailed.arrayBuffer())).toEqual(bytes);
    expect(mailed.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="resume-[0-9a-f]{8}\\.${extension}"$`),
    );
    // Never a page, even without the parameter that makes it a download.
    const cut = await fetch(link.replace(/&download=[^&]*/, ''));
    expect(cut.headers.get('content-type')).toMatch(/^application\/(pdf|msword|vnd\.[\w.-]+|octet-stream)$/);
  };
  it.each(BOTH)('%s is only ever downloaded as that document', isOnlyDownloaded);
});

describe('a file that is not what its name says', () => {
  const FALSE_NAMES: [string, ResumeExtension, Buffer<ArrayBuffer>][] = [
    ['a page', 'pdf', Buffer.from(HTML)],
    ['a page', 'docx', Buffer.from(HTML)],
    ['a picture with a script', 'pdf', Buffer.from('GIF89a=1;alert(1)')],
    ['a picture that is a page', 'pdf', Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`)],
    ['a Java program', 'docx', zip(JAR)],
    ['an Android app', 'docx', zip([plain('AndroidManifest.xml', 'x'), plain('classes.dex', 'x')])],
    ['a zip file', 'pdf', zip(WORD)],
    ['a PDF', 'doc', Buffer.from(PDF)],
    ['a PDF after a kilobyte of something else', 'pdf', Buffer.from(`${' '.repeat(1025)}${PDF}`)],
  ];
  const isDeleted = async (...[, extension, bytes]: [string, ResumeExtension, Buffer<ArrayBuffer>]) => {
    const { link, files } = await applyWith(bytes, extension);
    expect([link, files]).toEqual([undefined, 0]);
  };
  it.each(FALSE_NAMES)('%s, named .%s, is deleted, and the team gets no link', isDeleted);

  it('is deleted before anybody is told of it, since the desk hands out what the team was told of', async () => {
    const id = await upload(Buffer.from('MZ this is a program'), 'pdf');
    const sent: string[] = [];
    let broken = true;
    const { notify } = functionParts(stack, {
      send: ({ text }) => Promise.resolve(void sent.push(text)),
      fetch: (input, init) =>
        broken && init?.method === 'DELETE' ? Promise.reject(new Error('down')) : fetch(input, init),
    });
    await expect(notify('internship_applications', id)).rejects.toThrow('down');
    expect([sent, await filesOf(id)]).toEqual([[], 1]);
    broken = false;
    expect(await notify('internship_applications', id)).toBe('notified');
    expect([sent.length > 0, await filesOf(id)]).toEqual([true, 0]);
  });

  it('may have another size than announced, but never one above the limit', async () => {
    const { link } = await applyWith(Buffer.from(PDF), 'pdf', { resume_size: 5 });
    expect(link).toBeDefined();
    const row = application({ ...announced, resume_size: RESUME_LIMIT + 1 });
    expect((await stack.visitor().from('internship_applications').insert(row)).error?.code).toBe('23514');
  });
});

describe('the name of a file', () => {
  const NAMES = [
    '../../../../etc/cron.d/evil.pdf',
    'C:\\Windows\\evil.pdf',
    '/etc/passwd\u0000.pdf'.replace('\u0000', ''),
    'evil\u202Efdp.exe.pdf',
    'evil.exe\r\nContent-Type: text/html\r\n\r\n.pdf',
    '"; filename="evil.exe"; x=".pdf',
    '<img src=x onerror=alert(1)>.pdf',
    '%2e%2e%2fevil.pdf',
    'CON.pdf',
    `${'a'.repeat(251)}.pdf`,
    `${randomUUID()}/resume.pdf`,
  ];
  const affectsNothing = async (name: string) => {
    const { id, link = '', text, html } = await applyWith(Buffer.from(PDF), 'pdf', { resume_name: name });
    const [stored] = await stack.database`select name from storage.objects where name like ${`${id}/%`}`;
    expect(stored?.['name']).toBe(`${id}/resume.pdf`);
    const download = await fetch(link);
    expect(download.headers.get('content-disposition')).toBe(`attachment; filename="resume-${id.slice(0, 8)}.pdf"`);
    // In the mail, it is on a single line.
    const lines = text.split('\n').filter((line) => line.startsWith('File: '));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/\.pdf \(1 KB\)$/);
    expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\r]/u);
    expect(html).not.toContain('<img');
  };
  it.each(NAMES)('%j affects no path, no header and no other file', affectsNothing);
});
