import { Fault } from '../../src/lib/fault.ts';
import { newPassword } from './new-password.ts';
import type { TeamCalls } from './team-call.ts';

/** A member of staff, as list_staff returns them. */
export interface Person {
  user_id: string;
  email: string;
  added_at: string;
  has_factor: boolean;
  must_change_password: boolean;
  /** Somebody has tried to guess their codes, so they have no rights. */
  guessed: boolean;
}

/** The most accounts that are asked for at once. */
const PAGE = 1000;

/**
 * Everybody who may use the desk, by address.
 *
 * @throws Fault when the backend does not answer or refuses; so do all functions here
 */
export const listStaff = async (calls: TeamCalls): Promise<Person[]> =>
  (await calls.database('list_staff')) as Person[];

/** @throws Fault when nobody of staff has this address */
async function personOf(calls: TeamCalls, address: string): Promise<Person> {
  const staff = await listStaff(calls);
  const person = staff.find(({ email }) => email === address);
  if (!person)
    throw new Fault(
      `${address} is not staff. To see who is: npm run backend -- staff list\nTo add them: npm run backend -- staff add ${address}`,
    );
  return person;
}

/** The id of an account that is not staff's. */
async function accountOf(calls: TeamCalls, address: string): Promise<string> {
  for (let page = 1; ; page++) {
    const { data, error } = await calls.accounts.listUsers({ page, perPage: PAGE });
    if (error) throw calls.refused(error);
    const account = data.users.find(({ email }) => email === address);
    if (account) return account.id;
    if (data.users.length < PAGE) throw new Fault(`The account of ${address} was removed meanwhile. Try again.`);
  }
}

async function deleteAccount(calls: TeamCalls, id: string): Promise<void> {
  const { error } = await calls.accounts.deleteUser(id);
  if (error && error.code !== 'user_not_found') throw calls.refused(error);
}

/**
 * Makes somebody staff. They get an account with a random password, which they must change when they first sign in. An
 * account that exists already, for example of an addition that broke off, is made anew: it may have a stranger's factor.
 *
 * @param address in lower case
 * @returns the password, which is stored nowhere
 * @throws Fault when they are staff already
 */
export async function addStaff(calls: TeamCalls, address: string): Promise<string> {
  const staff = await listStaff(calls);
  if (staff.some(({ email }) => email === address))
    throw new Fault(
      `${address} is staff already. If they have forgotten their password: npm run backend -- staff reset-password ${address}`,
    );
  const password = newPassword();
  const create = () => calls.accounts.createUser({ email: address, password, email_confirm: true });
  let created = await create();
  if (created.error?.code === 'email_exists') {
    await deleteAccount(calls, await accountOf(calls, address));
    created = await create();
  }
  if (created.error) throw calls.refused(created.error);
  await calls.database('add_staff', { person: created.data.user.id });
  return password;
}

/**
 * Ends somebody's rights and sessions at once, and deletes their account. What they did stays in the log.
 *
 * @param address in lower case
 * @throws Fault when they are not staff
 */
export async function removeStaff(calls: TeamCalls, address: string): Promise<void> {
  const { user_id: person } = await personOf(calls, address);
  // First: if the rest fails, they have no rights any more.
  await calls.database('remove_staff', { person });
  await deleteAccount(calls, person);
}

/**
 * Makes somebody's account anew, without a factor and with a random password. Nothing of the old one goes on: whoever has
 * the lost phone may have a session on it, and whatever that session asks for meanwhile, the account is gone.
 *
 * @param address in lower case
 * @returns the password, which is stored nowhere
 * @throws Fault when they are not staff
 */
export async function resetFactor(calls: TeamCalls, address: string): Promise<string> {
  await removeStaff(calls, address);
  return addStaff(calls, address);
}

/**
 * Gives somebody a new random password, which they must change when they next sign in. Their sessions end.
 *
 * @param address in lower case
 * @returns the password, which is stored nowhere
 * @throws Fault when they are not staff
 */
export async function resetStaffPassword(calls: TeamCalls, address: string): Promise<string> {
  const { user_id: person } = await personOf(calls, address);
  const password = newPassword();
  const { error } = await calls.accounts.updateUserById(person, { password });
  if (error) throw calls.refused(error);
  await calls.database('expect_new_password', { person });
  return password;
}
