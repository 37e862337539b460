/** The local video rooms, with the real daily-js in several browsers. */
import { expect, test, type Guest } from '../setup/meeting-page.ts';

const moves = (guest: Guest, name: string) => guest.client.evaluate((client, name) => client.moves(name), name);
const loudest = (guest: Guest, name: string) => guest.client.evaluate((client, name) => client.loudest(name), name);

/** Expects that each sees and hears all the others. */
async function expectMet(guests: Record<string, Guest>): Promise<void> {
  const all = Object.keys(guests)
    .map((name) => `${name}: audio video`)
    .sort();
  for (const guest of Object.values(guests)) await expect.poll(() => guest.people(), { timeout: 30_000 }).toEqual(all);
  for (const [mine, guest] of Object.entries(guests))
    for (const name of Object.keys(guests).filter((name) => name !== mine)) {
      await expect.poll(() => moves(guest, name), { message: `${mine} sees ${name}`, timeout: 30_000 }).toBe(true);
      await expect
        .poll(() => loudest(guest, name), { message: `${mine} hears ${name}`, timeout: 30_000 })
        .toBeGreaterThan(0.01);
    }
}

test('two people see and hear each other', async ({ rooms }) => {
  await rooms.make();
  const [ada, grace] = [await rooms.guest(), await rooms.guest()];
  expect(await ada.join({ name: 'Ada' })).toBe('joined');
  expect(await grace.join({ name: 'Grace' })).toBe('joined');
  await expectMet({ Ada: ada, Grace: grace });
});

test('and so do three', async ({ rooms }) => {
  await rooms.make();
  const [ada, grace, joan] = [await rooms.guest(), await rooms.guest(), await rooms.guest()];
  await Promise.all([ada.join({ name: 'Ada' }), grace.join({ name: 'Grace' }), joan.join({ name: 'Joan' })]);
  await expectMet({ Ada: ada, Grace: grace, Joan: joan });
});
