import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parse } from 'yaml';
import { RESUME_LIMIT, RESUME_TYPES, resumePath, type ResumeExtension } from '../../src/backend/resume.ts';
import { announced, application, mails, startStack, type Stack } from '../setup/stack.ts';

const PDF = Buffer.from('%PDF-1.4\n1 0 obj <</Type /Catalog>> endobj\n%%EOF\n');
const EXE = Buffer.from('MZ\x90\0\x03This program cannot be run in DOS mode.');
const AS_PDF = { 'content-type': RESUME_TYPES.pdf };
const AS_JSON = { 'content-type': 'application/json' };

let stack: Stack;
/** The application whose resume is the target of every attack. */
let theirs = '';
beforeAll(async () => {
  stack = await startStack();
  theirs = await apply();
  expect(await endOf(await upload(resumePath(theirs, 'pdf')))).toBe('done');
});
afterAll(() => stack.stop());

/** Submits an application, and returns its id. */
async function apply(changes: Record<string, unknown> = announced): Promise<string> {
  const row = application(changes);
  const { error } = await stack.visitor().from('internship_applications').insert(row);
  expect(error).toBeNull();
  return String(row['id']);
}

/** A call that anyone who has seen the site's source can make. */
const call = (method: string, path: string, body?: BodyInit, headers: Record<string, string> = {}) => {
  const send = () =>
    fetch(`${stack.backend.apiUrl}/storage/v1/${path}`, {
      method,
      headers: { ...keys(), ...headers },
      ...(body !== undefined && { body }),
    });
  // The server hung up on a file that was too large, and fetch tries to use the connection again.
  return send().catch((error: unknown) => {
    if (String((error as Error).cause).includes('other side closed')) return send();
    throw error;
  });
};
const keys = () => ({
  apikey: stack.backend.publishableKey,
  authorization: `Bearer ${stack.backend.publishableKey}`,
});
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  call('POST', path, JSON.stringify(body), { ...AS_JSON, ...headers });

/** Uploads as the site does. */
const upload = (place: string, body: BodyInit = PDF, headers: Record<string, string> = AS_PDF) =>
  call('POST', `object/resumes/${place}`, body, headers);

/** Like {@link upload}, in chunks of unknown total size. */
const uploadInPieces = (place: string) =>
  fetch(`${stack.backend.apiUrl}/storage/v1/object/resumes/${place}`, {
    method: 'POST',
    headers: { ...keys(), ...AS_PDF },
    body: new Blob([PDF, new Uint8Array(RESUME_LIMIT)]).stream(),
    duplex: 'half',
  } as RequestInit);

/** Like {@link upload}, with the path unchanged: fetch would resolve the dots in it. */
const uploadUnresolved = (path: string) =>
  new Promise<Response>((done, failed) => {
    const sent = request(
      stack.backend.apiUrl,
      { method: 'POST', path: `/storage/v1/object/${path}`, headers: { ...keys(), ...AS_PDF } },
      (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => done(new Response(text, { status: response.statusCode ?? 0 })));
      },
    );
    sent.on('error', failed).end(PDF);
  });

/** Requests an address that accepts uploads from anyone for two hours, past all policies. */
const askWhere = (place: string, headers: Record<string, string> = {}) =>
  post(`object/upload/sign/resumes/${place}`, {}, headers);

const age = (id: string, by: string) =>
  stack.database`update public.internship_applications set created_at = created_at - ${by}::interval where id = ${id}`;

/** How an attempt ended: `done`, `nothing` for an empty list, or the status in the body of the storage's response. */
async function endOf(response: Response): Promise<string> {
  const text = await response.text();
  if (response.ok) return text === '[]' ? 'nothing' : 'done';
  const { statusCode = response.status } = (text ? JSON.parse(text) : {}) as { statusCode?: string | number };
  return String(statusCode);
}

/** With the secret key, past all policies. */
const bucket = () =>
  createClient(stack.backend.apiUrl, stack.secretKey, { auth: { persistSession: false } }).storage.from('resumes');
async function fileOf(id: string, extension: ResumeExtension = 'pdf'): Promise<Buffer | undefined> {
  const { data } = await bucket().download(resumePath(id, extension));
  return data ? Buffer.from(await data.arrayBuffer()) : undefined;
}
const storedAs = (id: string) =>
  stack.database`select name, version, metadata, updated_at from storage.objects where name like ${`${id}/%`}`;

/** Notifies the team of an application, and returns the mail that it gets. */
async function teamMail(id: string) {
  const response = await fetch(`${stack.backend.apiUrl}/functions/v1/request-notification`, {
    method: 'POST',
    headers: { apikey: stack.backend.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'internship_applications', id }),
  });
  expect(await response.json()).toEqual({ state: 'notified' });
  const mail = (await mails(stack.backend.mailboxUrl)).find(({ messageId }) => messageId.includes(`${id}.team@`));
  return { text: mail?.text ?? '', html: mail?.html ?? '', link: /https?:\S+/.exec(mail?.text ?? '')?.[0] };
}

describe('an attack on somebody else’s resume with the public key', () => {
  const place = () => resumePath(theirs, 'pdf');

  it.each<[what: string, end: string, attempt: () => Promise<Response>]>([
    ['download it', '404', () => call('GET', `object/resumes/${place()}`)],
    ['download it as a signed-in visitor', '404', () => call('GET', `object/authenticated/resumes/${place()}`)],
    ['download it as a public file', '404', () => call('GET', `object/public/resumes/${place()}`)],
    [
      'download it with a forged secret key',
      '404',
      () => call('GET', `object/resumes/${place()}`, undefined, { authorization: 'Bearer sb_secret_forged' }),
    ],
    ['check whether it exists', '400', () => call('HEAD', `object/resumes/${place()}`)],
    ['read its metadata', '404', () => call('GET', `object/info/resumes/${place()}`)],
    ['request a link to it', '404', () => post(`object/sign/resumes/${place()}`, { expiresIn: 60 })],
    ['request links to several', '404', () => post('object/sign/resumes', { expiresIn: 60, paths: [place()] })],
    ['list the bucket', 'nothing', () => post('object/list/resumes', { prefix: '' })],
    ['list its folder', 'nothing', () => post('object/list/resumes', { prefix: theirs })],
    ['list the buckets', 'nothing', () => call('GET', 'bucket')],
    ['read about the bucket', '404', () => call('GET', 'bucket/resumes')],

    ['upload it again', '409', () => upload(place(), EXE)],
    ['upload it again with x-upsert', '403', () => upload(place(), EXE, { ...AS_PDF, 'x-upsert': 'true' })],
    ['replace it', '403', () => call('PUT', `object/resumes/${place()}`, EXE, AS_PDF)],
    ['request an upload address', '403', () => askWhere(place())],
    ['request an upload address, with x-upsert', '403', () => askWhere(place(), { 'x-upsert': 'true' })],
    [
      'upload it again through another path',
      '409',
      async () => uploadUnresolved(`resumes/${await apply()}/../${theirs}/resume.pdf`),
    ],
    [
      'move it away',
      '404',
      async () =>
        post('object/move', {
          bucketId: 'resumes',
          sourceKey: place(),
          destinationKey: resumePath(await apply(), 'pdf'),
        }),
    ],
    [
      'copy it',
      '404',
      async () =>
        post('object/copy', {
          bucketId: 'resumes',
          sourceKey: place(),
          destinationKey: resumePath(await apply(), 'pdf'),
        }),
    ],
    [
      'remove it',
      'nothing',
      () => call('DELETE', 'object/resumes', JSON.stringify({ prefixes: [place(), theirs] }), AS_JSON),
    ],
    ['empty the bucket', '404', () => post('bucket/resumes/empty', {})],
    ['delete the bucket', '404', () => call('DELETE', 'bucket/resumes', '{}', AS_JSON)],
    ['make the bucket public', '404', () => call('PUT', 'bucket/resumes', '{"public":true}', AS_JSON)],
    ['create a bucket', '403', () => post('bucket', { id: 'mine', name: 'mine', public: true })],
  ])('%s: %s', async (_what, end, attempt) => {
    const before = await storedAs(theirs);
    expect(before).toHaveLength(1);
    expect(await endOf(await attempt())).toBe(end);
    expect(await fileOf(theirs)).toEqual(PDF);
    expect(await storedAs(theirs)).toEqual(before);
  });
});

it('no attempt with the public key reveals whether any resume is stored', async () => {
  await stack.database`insert into storage.buckets (id, name) values ('empty', 'empty')`;
  const answers = async (name: string) => {
    const responses = await Promise.all([
      call('GET', `bucket/${name}`),
      call('DELETE', `bucket/${name}`),
      call('DELETE', `bucket/${name}`, '{}', AS_JSON),
      call('DELETE', `%62ucket/${name}?x`),
      call('PUT', `bucket/${name}`, '{"public":true}', AS_JSON),
      post(`bucket/${name}/empty`, {}),
      post(`object/list/${name}`, { prefix: '' }),
      call('HEAD', `object/${name}/${theirs}/resume.pdf`),
      call('DELETE', `object/${name}`, JSON.stringify({ prefixes: [''] }), AS_JSON),
    ]);
    return Promise.all(responses.map(async (response) => [response.status, await response.text()]));
  };
  expect(await answers('resumes')).toEqual(await answers('empty'));
  // The team can delete an empty bucket, and no other.
  const asTeam = { apikey: stack.secretKey, authorization: `Bearer ${stack.secretKey}` };
  expect(await endOf(await call('DELETE', 'bucket/resumes', undefined, asTeam))).toBe('409');
  expect(await endOf(await call('DELETE', 'bucket/empty', undefined, asTeam))).toBe('done');
});

describe('an upload with the public key', () => {
  it.each<[what: string, end: string, attempt: (id: string) => Promise<Response>]>([
    ['of the announced resume', 'done', (id) => upload(resumePath(id, 'pdf'))],
    ['of 5 MB', 'done', (id) => upload(resumePath(id, 'pdf'), Buffer.alloc(RESUME_LIMIT))],
    ['of 5 MB and 1 byte', '413', (id) => upload(resumePath(id, 'pdf'), Buffer.alloc(RESUME_LIMIT + 1))],
    ['of another file type', '415', (id) => upload(resumePath(id, 'pdf'), PDF, { 'content-type': 'text/html' })],
    ['without a file type', '415', (id) => upload(resumePath(id, 'pdf'), PDF, {})],
    ['under another name', '403', (id) => upload(`${id}/other.pdf`)],
    ['with another extension than announced', '403', (id) => upload(resumePath(id, 'docx'))],
    ['in another case of the id', '403', (id) => upload(resumePath(id.toUpperCase(), 'pdf'))],
    ['to a deeper folder', '403', (id) => upload(`${id}/${resumePath(id, 'pdf')}`)],
    ['to an application that does not exist', '403', () => upload(resumePath(randomUUID(), 'pdf'))],
    ['to one that announced none', '403', async () => upload(resumePath(await apply({}), 'pdf'))],
    ['to one that announced none, without extension', '403', async () => upload(`${await apply({})}/resume.`)],
    ['to another bucket', '404', (id) => call('POST', `object/avatars/${resumePath(id, 'pdf')}`, PDF, AS_PDF)],
    ['out of the bucket with ../', '404', () => uploadUnresolved('resumes/../../../keys.json')],
    ['out of the bucket with ..%2f', '400', (id) => uploadUnresolved(`resumes/${id}/..%2f..%2fkeys.json`)],
    ['to an address that outlives the hour', '403', (id) => askWhere(resumePath(id, 'pdf'))],
    ['without saying how large it is', '411', (id) => uploadInPieces(resumePath(id, 'pdf'))],
    ['as a replacement of nothing', '403', (id) => call('PUT', `object/resumes/${resumePath(id, 'pdf')}`, PDF, AS_PDF)],
  ])('%s: %s', async (_what, end, attempt) => {
    const id = await apply();
    expect(await endOf(await attempt(id))).toBe(end);
    expect(await storedAs(id)).toHaveLength(end === 'done' ? 1 : 0);
  });

  it('is possible for an hour', async () => {
    const [early, late] = [await apply(), await apply()];
    await age(early, '59 minutes');
    await age(late, '60 minutes');
    expect(await endOf(await upload(resumePath(early, 'pdf')))).toBe('done');
    expect(await endOf(await upload(resumePath(late, 'pdf')))).toBe('403');
  });

  it('that breaks off leaves no partial file, and the next attempt succeeds', async () => {
    const id = await apply();
    const half = request(`${stack.backend.apiUrl}/storage/v1/object/resumes/${resumePath(id, 'pdf')}`, {
      method: 'POST',
      headers: { ...keys(), ...AS_PDF, 'content-length': 2_000_000 },
    });
    const closed = new Promise((done) => half.on('error', done).on('close', done));
    await new Promise((sent) => half.write(Buffer.concat([PDF, Buffer.alloc(1_000_000)]), sent));
    half.destroy();
    await closed;
    await vi.waitFor(async () => {
      expect(await endOf(await upload(resumePath(id, 'pdf')))).toBe('done');
    });
    expect(await fileOf(id)).toEqual(PDF);
    expect(await storedAs(id)).toHaveLength(1);
  });

  it('is possible once, even when ten try at once', async () => {
    const id = await apply();
    const ends = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => endOf(await upload(resumePath(id, 'pdf'), `%PDF-1.4 ${n}`))),
    );
    expect(ends.filter((end) => end === 'done')).toHaveLength(1);
    expect((await fileOf(id))?.toString()).toBe(`%PDF-1.4 ${ends.indexOf('done')}`);
    expect(await storedAs(id)).toHaveLength(1);
  });

  it('that ends after another one of the same resume does not replace it', async () => {
    const id = await apply();
    const slow = request(`${stack.backend.apiUrl}/storage/v1/object/resumes/${resumePath(id, 'pdf')}`, {
      method: 'POST',
      headers: { ...keys(), ...AS_PDF, 'content-length': 3000 },
    });
    const status = new Promise((answered) => slow.on('response', (answer) => answered(answer.statusCode)));
    await new Promise((sent) => slow.write(EXE, sent));
    expect(await endOf(await upload(resumePath(id, 'pdf')))).toBe('done');
    slow.end(Buffer.alloc(3000 - EXE.length));
    expect(await status).toBe(400);
    expect(await fileOf(id)).toEqual(PDF);
  });
});

describe('an upload whose row is refused after its file was written', () => {
  it('leaves no file, which nothing would ever delete', async () => {
    const id = await apply();
    await stack.database`create sequence private.test_tries`;
    await stack.database.unsafe(`
      create function private.test_refuse() returns trigger language plpgsql security definer as $$ begin
        if nextval('private.test_tries') > 1 then raise insufficient_privilege; end if;
        return new;
      end $$;
      create trigger test_refuse before insert on storage.objects
        for each row when (new.name = '${resumePath(id, 'pdf')}') execute function private.test_refuse()`);
    try {
      expect(await endOf(await upload(resumePath(id, 'pdf')))).not.toBe('done');
      const [tries] = await stack.database`select last_value from private.test_tries`;
      expect(Number(tries?.['last_value'])).toBe(2);
    } finally {
      await stack.database`drop function private.test_refuse cascade`;
      await stack.database`drop sequence private.test_tries`;
    }
    expect(existsSync(join(stack.folder, 'storage/resumes', resumePath(id, 'pdf')))).toBe(false);
    // The applicant's next attempt succeeds.
    expect(await endOf(await upload(resumePath(id, 'pdf')))).toBe('done');
  });
});

describe('the resume that the team can open', () => {
  const { team } = parse(readFileSync('content/emails/internship-application.yaml', 'utf8')) as {
    team: { resume: Record<'refused', string> };
  };

  it.each<[ResumeExtension, Buffer<ArrayBuffer>]>([
    ['pdf', PDF],
    ['doc', Buffer.from('d0cf11e0a1b11ae10000', 'hex')],
    ['docx', Buffer.from('PK\x03\x04\x14\0\x06\0word/document.xml', 'latin1')],
  ])('is the %s that was uploaded', { tags: ['exhaustive'] }, async (extension, bytes) => {
    const id = await apply({ ...announced, resume_name: `Ada.${extension}`, resume_extension: extension });
    const type = { 'content-type': RESUME_TYPES[extension] };
    expect(await endOf(await upload(resumePath(id, extension), bytes, type))).toBe('done');
    const { link = '', html } = await teamMail(id);
    expect(html).toContain(`<a href="${link.replaceAll('&', '&amp;')}"`);
    const response = await fetch(link);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
    // Never shown in the browser, whatever it contains, and under a name with the right extension.
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[\\w-]+\\.${extension}"$`),
    );
  });

  it('cannot be opened with another token, without one, or with that of another resume', async () => {
    const ids = [await apply(), await apply()];
    for (const id of ids) await upload(resumePath(id, 'pdf'));
    const [link = '', other = ''] = [(await teamMail(ids[0] ?? '')).link, (await teamMail(ids[1] ?? '')).link];
    expect((await fetch(link)).status).toBe(200);
    const altered = link.replace(
      /(token=[^.]+\.[^.]+\.)(.)/,
      (_whole, head: string, first: string) => `${head}${first === 'A' ? 'B' : 'A'}`,
    );
    for (const wrong of [altered, link.replace(/\?.*/, ''), link.replace(/\?.*/, /\?.*/.exec(other)?.[0] ?? '')]) {
      expect(wrong).not.toBe(link);
      const response = await fetch(wrong);
      expect(response.ok).toBe(false);
      expect(await response.text()).not.toContain('%PDF');
    }
  });

  it.each([
    ['a program named .pdf', EXE],
    ['an empty file', Buffer.alloc(0)],
  ])('is never %s: it is deleted, and the mail says so', async (_what, bytes) => {
    const id = await apply();
    expect(await endOf(await upload(resumePath(id, 'pdf'), bytes))).toBe('done');
    const { link, text, html } = await teamMail(id);
    expect(text).toContain(team.resume.refused);
    expect(link).toBeUndefined();
    expect(html).not.toContain('<a ');
    expect(await fileOf(id)).toBeUndefined();
    expect(await storedAs(id)).toEqual([]);
  });

  it('is never one that takes the place of a refused one before the team was notified', async () => {
    const id = await apply();
    await upload(resumePath(id, 'pdf'), EXE);
    // What the function does before it marks the application as notified.
    await stack.database`select public.claim_team_notification('internship_applications', ${id})`;
    expect((await bucket().remove([resumePath(id, 'pdf')])).error).toBeNull();
    expect(await endOf(await upload(resumePath(id, 'pdf'), EXE))).toBe('403');
    expect(await storedAs(id)).toEqual([]);
  });

  it('is never one that was uploaded after the team was notified', async () => {
    const id = await apply();
    await upload(resumePath(id, 'pdf'), EXE);
    await teamMail(id);
    expect(await endOf(await upload(resumePath(id, 'pdf'), EXE))).toBe('403');
    expect(await fileOf(id)).toBeUndefined();
  });

  it('is never one whose slow upload began before the team was notified, although no policy sees its end', async () => {
    const [replaced, late] = [await apply(), await apply()];
    expect(await endOf(await upload(resumePath(replaced, 'pdf')))).toBe('done');
    await stack.database`update public.internship_applications set notified_at = now() where id in (${replaced}, ${late})`;
    // As the hosted storage ends an upload: as a superuser.
    for (const id of [replaced, late])
      await expect(
        stack.database`
          insert into storage.objects (bucket_id, name, version) values ('resumes', ${resumePath(id, 'pdf')}, 'another')
          on conflict (bucket_id, name) do update set version = excluded.version`,
      ).rejects.toThrow('This resume can no longer be uploaded or replaced.');
    expect(await storedAs(late)).toEqual([]);
  });
});
