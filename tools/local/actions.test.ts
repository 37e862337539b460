import { describe, expect, it } from 'vitest';
import { actionsIn } from '../../src/voice/action.ts';
import { openConversation } from './voice/conversation.ts';

/** A Thursday. */
const NOW = 'Thu, 2026-11-26, 09:40';

/** Says one remark after the other. Returns what is on the screen after each. */
async function actions(...remarks: string[]) {
  const conversation = openConversation(undefined, NOW);
  const shown = [];
  for (const remark of remarks) shown.push(actionsIn([(await conversation.reply(remark)).call])[0]);
  return shown;
}

describe('the rehearsed agent', () => {
  it.each([
    ['Book a demo', {}],
    ['Can I book a demo for Tuesday at 10?', { day: '2026-12-01', time: '10:00' }],
    ['Please schedule a call tomorrow at 2:30 pm', { day: '2026-11-27', time: '14:30' }],
    ['make an appointment on December 8', { day: '2026-12-08' }],
    ['book me in on January 12 at noon', { day: '2027-01-12', time: '12:00' }],
    ['book a demo at 10', {}],
  ])('%j puts the booking on the screen, with the time that was said', async (said, time) => {
    expect(await actions(said)).toEqual([{ name: 'book-demo', ...time }]);
  });

  it.each([
    'How do I book a demo?',
    'What happens when I book a demo?',
    'who answers if I leave a message?',
    'I would like to apply tonight. What do I need for the form?',
  ])('%j is a question', async (said) => {
    expect(await actions(said)).toEqual([undefined]);
  });

  it('asks for a message, and reads it back', async () => {
    const conversation = openConversation(undefined, NOW);
    expect((await conversation.reply('I want to speak to somebody')).call).toBeUndefined();
    const { says, call } = await conversation.reply('Our order 17 is late.');
    expect(says.join(' ')).toContain('“Our order 17 is late.”');
    expect(actionsIn([call])).toEqual([{ name: 'leave-message', message: 'Our order 17 is late.' }]);
  });

  it('takes no message from somebody who has none, and then answers again', async () => {
    expect(await actions('leave a message', 'no thanks', 'book a demo')).toEqual([
      undefined,
      undefined,
      { name: 'book-demo' },
    ]);
  });

  it('passes on a message that came with the wish', async () => {
    const said = 'Please tell your team that we need single sign-on';
    expect(await actions(said)).toEqual([{ name: 'leave-message', message: said }]);
  });

  it.each([
    'Book a demo on Monday at 9',
    'I want to speak to a person',
    'Tell your team that we want forty licenses',
    'I want to apply',
  ])('never claims to have done it: %j', async (said) => {
    const { says } = await openConversation(undefined, NOW).reply(said);
    const text = says.join(' ');
    expect(text).not.toMatch(/\b(?:I|we)(?: have|’ve|'ve)? (?:booked|sent|stored|saved|passed)|\bha(?:s|ve) been\b/i);
  });

  it('reads the day and time of a long remark at once', async () => {
    const { user } = process.cpuUsage();
    await actions(`book a demo${'  a hour '.repeat(250)}`);
    // Some milliseconds. It took 46 seconds.
    expect(process.cpuUsage().user - user).toBeLessThan(5_000_000);
  });

  it('does nothing in an emergency', async () => {
    expect(await actions('This is an emergency, I need to talk to a person')).toEqual([undefined]);
  });
});
