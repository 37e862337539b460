import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/setup/command.ts';
import { openSignIn, setUpFactor, showFactor, signIn, type OwnFactor, type SignIn } from '../../tests/setup/sign-in.ts';

let project: SignIn;
beforeAll(async () => {
  project = await openSignIn();
});
afterAll(() => project.stop());

/** Runs `npm run backend -- staff` with these words. Its output names people, as it should. */
const staff = (...words: string[]) => command(['staff', ...words], project.stack().folder, {}, true);

/** The password that an output shows. */
const passwordIn = (output: string) => /^ {2}password {2}(\S+)$/m.exec(output)?.[1] ?? '';

/** Whether somebody may use the desk. */
async function isStaff(client: ReturnType<SignIn['client']>): Promise<boolean> {
  const { error } = await client.rpc('desk_colleagues');
  return error === null;
}

/** Signs in with a password that somebody else has chosen, and changes it. */
async function firstSignIn(email: string, password: string) {
  const client = project.client();
  await signIn(client, { email, password });
  const own = `my own ${password}`;
  const { error } = await client.auth.updateUser({ password: own });
  if (error) throw error;
  return { client, own };
}

describe('staff', () => {
  const address = 'grace@example.com';
  let password: string;
  let client: ReturnType<SignIn['client']>;
  let factor: OwnFactor;

  it('list says so if nobody is staff', async () => {
    expect(await staff('list')).toEqual({
      code: 0,
      output: 'Nobody is staff. To add somebody: npm run backend -- staff add <address>\n',
    });
  });

  it('add makes an account, prints its password once, and says where the desk is', async () => {
    const { code, output } = await staff('add', 'Grace@Example.com');
    expect(code).toBe(0);
    expect(output).toContain(`${address} is staff now. Sign in at http://localhost:4321/desk\n`);
    expect(output).toContain('It is shown only now, and must be changed at the first sign-in.');
    password = passwordIn(output);
    expect(password).toMatch(/^(?:[a-km-np-z2-9]{4}-){4}[a-km-np-z2-9]{4}$/);
    expect((await staff('list')).output).toMatch(
      /^grace@example\.com {2}since \d{4}-\d\d-\d\d {2}no second factor yet, must change the password\n$/,
    );
    const [stored] = await project.stack().database<{ encrypted_password: string }[]>`
      select encrypted_password from auth.users where email = ${address}`;
    expect(stored?.encrypted_password).toMatch(/^\$2a\$10\$/);
  });

  it('add gives rights only with a password of one’s own and a second factor', async () => {
    const first = project.client();
    await signIn(first, { email: address, password });
    expect(await isStaff(first)).toBe(false);
    const started = await firstSignIn(address, password);
    ({ client } = started);
    password = started.own;
    expect(await isStaff(client)).toBe(false);
    factor = await setUpFactor(client);
    expect(await isStaff(client)).toBe(true);
    expect((await staff('list')).output).toMatch(/ {2}second factor set up\n$/);
  });

  it('add of somebody who is staff is an error that says what to do', async () => {
    expect(await staff('add', address)).toEqual({
      code: 1,
      output: expect.stringContaining(
        `${address} is staff already. If they have forgotten their password: npm run backend -- staff reset-password ${address}`,
      ) as string,
    });
  });

  it('reset-factor ends the rights at once, until a new factor is set up', async () => {
    expect(await staff('reset-factor', address)).toEqual({
      code: 0,
      output: expect.stringContaining(`${address} has no second factor any more`) as string,
    });
    expect(await isStaff(client)).toBe(false);
    expect((await staff('reset-factor', address)).output).toContain(`${address} has no second factor. They set one up`);
    await signIn(client, { email: address, password });
    factor = await setUpFactor(client);
    expect(await isStaff(client)).toBe(true);
  });

  it('reset-password ends the sessions, and the new password must be changed', async () => {
    const { code, output } = await staff('reset-password', address);
    expect(code).toBe(0);
    expect(output).toContain(`${address} has a new password, and their sessions have ended.`);
    expect(await isStaff(client)).toBe(false);
    await signIn(client, { email: address, password: passwordIn(output) });
    await showFactor(client, factor);
    expect(await isStaff(client)).toBe(false);
    const { error } = await client.auth.updateUser({ password });
    expect(error).toBeNull();
    expect(await isStaff(client)).toBe(true);
  });

  it('remove ends the rights at once and deletes the account', async () => {
    const { code, output } = await staff('remove', address);
    expect(code).toBe(0);
    expect(output).toContain(`${address} is no longer staff`);
    expect(await isStaff(client)).toBe(false);
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await project.client().auth.signInWithPassword({ email: address, password })).error?.code).toBe(
      'invalid_credentials',
    );
    expect((await staff('list')).output).toContain('Nobody is staff.');
  });

  it('add takes up an account that an addition left behind when it broke off', async () => {
    const { email, password: before } = await project.account();
    const { code, output } = await staff('add', email);
    expect(code).toBe(0);
    expect((await project.client().auth.signInWithPassword({ email, password: before })).error).not.toBeNull();
    await signIn(project.client(), { email, password: passwordIn(output) });
    expect((await staff('remove', email)).code).toBe(0);
  });

  it.each(['remove', 'reset-factor', 'reset-password'])('%s of somebody who is not staff says so', async (what) => {
    const { email } = await project.account();
    for (const nobody of [email, 'nobody@example.com'])
      expect(await staff(what, nobody)).toEqual({
        code: 1,
        output: expect.stringContaining(
          `${nobody} is not staff. To see who is: npm run backend -- staff list`,
        ) as string,
      });
  });

  it.each(['', 'invite a@b.example', 'add ada', 'list x'])('"%s" is answered with what can be done', async (line) => {
    expect(await staff(...line.split(' ').filter(Boolean))).toEqual({
      code: 1,
      output: expect.stringContaining('npm run backend -- staff reset-factor <address>') as string,
    });
  });
});
