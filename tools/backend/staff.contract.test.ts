import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/setup/command.ts';
import { openSignIn, setUpFactor, showFactor, signIn, type SignIn } from '../../tests/setup/sign-in.ts';

let project: SignIn;
beforeAll(async () => {
  project = await openSignIn();
});
afterAll(() => project.stop());

/** Runs `npm run backend -- staff` with these words. Its output names people, as it should. */
const staff = (...words: string[]) => command(['staff', ...words], project.stack().folder, {}, true);

/** The line about somebody in the list of staff. */
const lineOf = async (email: string) => (await staff('list')).output.split('\n').find((line) => line.startsWith(email));

/** The password that an output shows. */
const passwordIn = (output: string) => /^ {2}password {2}(\S+)$/m.exec(output)?.[1] ?? '';

/** Whether somebody may use the desk. */
const isStaff = async (client: ReturnType<SignIn['client']>) => (await client.rpc('desk_colleagues')).error === null;

/** Makes somebody staff. */
async function add(email = `${randomUUID()}@example.com`) {
  const { code, output } = await staff('add', email);
  expect(code).toBe(0);
  return { email, password: passwordIn(output), output };
}

/** Signs in with a password that somebody else has chosen, and changes it. */
async function firstSignIn({ email, password }: { email: string; password: string }) {
  const client = project.client();
  await signIn(client, { email, password });
  const own = `my own ${password}`;
  expect((await client.auth.updateUser({ password: own })).error).toBeNull();
  return { client, email, password: own };
}

/** Makes somebody staff, who then signs in as they should. */
async function member() {
  const person = await firstSignIn(await add());
  const factor = await setUpFactor(person.client);
  expect(await isStaff(person.client)).toBe(true);
  return { ...person, factor };
}

describe('staff', { tags: ['exhaustive'] }, () => {
  it('list says so if nobody is staff', async () => {
    await project.stack().database`update private.staff set removed_at = now()`;
    expect(await staff('list')).toEqual({
      code: 0,
      output: 'Nobody is staff. To add somebody: npm run backend -- staff add <address>\n',
    });
  });

  it('add makes an account, prints its password once, and says where the desk is', async () => {
    const { output, password } = await add('Grace@Example.com');
    expect(output).toContain('grace@example.com is staff now. Sign in at http://localhost:4321/desk\n');
    expect(output).toContain('It is shown only now, and must be changed at the first sign-in.');
    expect(password).toMatch(/^(?:[a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/);
    expect(await lineOf('grace@example.com')).toMatch(
      /^grace@example\.com +since \d{4}-\d\d-\d\d {2}no second factor yet, must change the password$/,
    );
    const [stored] = await project.stack().database<{ encrypted_password: string }[]>`
      select encrypted_password from auth.users where email = 'grace@example.com'`;
    expect(stored?.encrypted_password).toMatch(/^\$2a\$10\$/);
  });

  it('remove ends the rights of an account that another run of add has made at the same time', async () => {
    const { email } = await add();
    const { database } = project.stack();
    // What the run that was slower has replaced.
    await database`
      insert into private.staff (user_id, email, added_at) values (${randomUUID()}, ${email}, now() - interval '1 second')`;
    await database`select public.add_staff(id) from auth.users where email = ${email}`;
    expect((await staff('remove', email)).code).toBe(0);
    expect(await lineOf(email)).toBeUndefined();
    expect(await database`select from auth.users where email = ${email}`).toHaveLength(0);
  });

  it('add gives rights only with a password of one’s own and a second factor', async () => {
    const added = await add();
    const withGivenPassword = project.client();
    await signIn(withGivenPassword, added);
    await setUpFactor(withGivenPassword);
    expect(await isStaff(withGivenPassword)).toBe(false);

    const withoutFactor = await firstSignIn(await add());
    expect(await isStaff(withoutFactor.client)).toBe(false);
    await setUpFactor(withoutFactor.client);
    expect(await isStaff(withoutFactor.client)).toBe(true);
    expect(await lineOf(withoutFactor.email)).toMatch(/ {2}second factor set up$/);
  });

  it('add of somebody who is staff is an error that says what to do', async () => {
    const { email } = await add();
    expect(await staff('add', email)).toEqual({
      code: 1,
      output: expect.stringContaining(
        `${email} is staff already. If they have forgotten their password: npm run backend -- staff reset-password ${email}`,
      ) as string,
    });
  });

  it('add makes an account anew that exists already, without its factor', async () => {
    const before = await project.account();
    const stranger = project.client();
    await signIn(stranger, before);
    await setUpFactor(stranger);
    const person = await firstSignIn(await add(before.email));
    expect((await project.client().auth.signInWithPassword(before)).error?.code).toBe('invalid_credentials');
    expect((await stranger.auth.getUser()).error).not.toBeNull();
    await setUpFactor(person.client);
    expect(await isStaff(person.client)).toBe(true);
  });

  it('reset-factor ends the rights and sessions at once, and a new factor is set up with a new password', async () => {
    const { client, email, password } = await member();
    const { code, output } = await staff('reset-factor', email);
    expect(code).toBe(0);
    expect(output).toContain(`${email} has a new account, with a new password and no second factor yet`);
    expect(await isStaff(client)).toBe(false);
    // Whoever has the lost phone can't set up a factor of their own.
    expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).not.toBeNull();
    expect((await client.auth.updateUser({ password: `stolen ${password}` })).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await project.client().auth.signInWithPassword({ email, password })).error?.code).toBe(
      'invalid_credentials',
    );

    const person = await firstSignIn({ email, password: passwordIn(output) });
    await setUpFactor(person.client);
    expect(await isStaff(person.client)).toBe(true);
  });

  it('reset-password ends the sessions, and the new password must be changed', async () => {
    const { client, email, password, factor } = await member();
    const { code, output } = await staff('reset-password', email);
    expect(code).toBe(0);
    expect(output).toContain(`${email} has a new password, and their sessions have ended.`);
    expect(await isStaff(client)).toBe(false);
    await signIn(client, { email, password: passwordIn(output) });
    await showFactor(client, factor);
    expect(await isStaff(client)).toBe(false);
    expect((await client.auth.updateUser({ password })).error).toBeNull();
    expect(await isStaff(client)).toBe(true);
  });

  it('remove ends the rights at once and deletes the account', async () => {
    const { client, email, password } = await member();
    const { code, output } = await staff('remove', email);
    expect(code).toBe(0);
    expect(output).toContain(`${email} is no longer staff`);
    expect(await isStaff(client)).toBe(false);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    const { error } = await project.client().auth.signInWithPassword({ email, password });
    expect(error?.code).toBe('invalid_credentials');
  });

  it.each(['remove', 'reset-factor', 'reset-password'])('%s of somebody who is not staff says so', async (what) => {
    const { email } = await project.account();
    expect(await staff(what, email)).toEqual({
      code: 1,
      output: expect.stringContaining(`${email} is not staff. To see who is: npm run backend -- staff list`) as string,
    });
  });

  it.each(['', 'invite a@b.example', 'add ada', 'list x'])('"%s" is answered with what can be done', async (line) => {
    expect(await staff(...line.split(' ').filter(Boolean))).toEqual({
      code: 1,
      output: expect.stringContaining('npm run backend -- staff reset-factor <address>') as string,
    });
  });
});
