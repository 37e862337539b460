import { Fault } from '../../src/lib/fault.ts';
import { shownOnce } from './new-password.ts';
import { addStaff, listStaff, removeStaff, resetFactor, resetStaffPassword, type Person } from './staff-accounts.ts';
import { teamAccess } from './team-access.ts';
import { teamCalls, type TeamCalls } from './team-call.ts';

const USAGE = `Name what to do:
  npm run backend -- staff list                       who may use the desk
  npm run backend -- staff add <address>              makes an account, and prints its password once
  npm run backend -- staff remove <address>           ends their rights and sessions at once
  npm run backend -- staff reset-factor <address>     when the phone with their codes is lost, or somebody tried to guess them
  npm run backend -- staff reset-password <address>   when they have forgotten their password`;

const aboutPassword = (address: string, password: string, deskUrl: string) =>
  `Sign in at ${deskUrl}\n${shownOnce(address, password)}`;

function row({ email, added_at, has_factor, must_change_password, guessed }: Person, width: number): string {
  const factor = has_factor ? 'second factor set up' : 'no second factor yet';
  const password = must_change_password ? ', must change the password' : '';
  const state = guessed ? 'no rights: somebody tried to guess their codes, so reset-factor' : `${factor}${password}`;
  return `${email.padEnd(width)}  since ${added_at.slice(0, 10)}  ${state}`;
}

async function list(calls: TeamCalls): Promise<void> {
  const staff = await listStaff(calls);
  const width = Math.max(...staff.map(({ email }) => email.length));
  for (const person of staff) console.log(row(person, width));
  if (staff.length === 0) console.log('Nobody is staff. To add somebody: npm run backend -- staff add <address>');
}

/** What to do with an address. Each prints what it did. */
const ACTIONS: Record<string, ((calls: TeamCalls, address: string, deskUrl: string) => Promise<void>) | undefined> = {
  async add(calls, address, deskUrl) {
    const password = await addStaff(calls, address);
    console.log(`${address} is staff now. ${aboutPassword(address, password, deskUrl)}`);
  },
  async remove(calls, address) {
    await removeStaff(calls, address);
    console.log(
      `${address} is no longer staff: their rights and sessions have ended, and their account is deleted.\nWhat was assigned to them is assigned to nobody. The log still says what they did.`,
    );
  },
  async 'reset-factor'(calls, address, deskUrl) {
    const password = await resetFactor(calls, address);
    console.log(
      `${address} has a new account, with a new password and no second factor yet; what was assigned to them is assigned to nobody. ${aboutPassword(address, password, deskUrl)}`,
    );
  },
  async 'reset-password'(calls, address, deskUrl) {
    const password = await resetStaffPassword(calls, address);
    console.log(
      `${address} has a new password, and their sessions have ended. ${aboutPassword(address, password, deskUrl)}`,
    );
  },
};

/**
 * Manages who may use the desk.
 *
 * @param rest the arguments after the command
 * @returns the exit code
 * @throws Fault that says what to do
 */
export async function staff(rest: readonly string[]): Promise<number> {
  const [what = '', given = '', ...more] = rest;
  const act = Object.hasOwn(ACTIONS, what) ? ACTIONS[what] : undefined;
  const isList = what === 'list' && given === '';
  const isAddress = /^[^\s@]+@[^\s@]+$/.test(given);
  if ((!isList && !(act && isAddress)) || more.length > 0) throw new Fault(USAGE);
  const access = await teamAccess();
  const calls = teamCalls(access);
  // The Auth API keeps addresses in lower case.
  if (act) await act(calls, given.toLowerCase(), access.deskUrl);
  else await list(calls);
  return 0;
}
