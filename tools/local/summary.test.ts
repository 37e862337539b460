import { expect, it } from 'vitest';
import { openConversation } from './voice/conversation.ts';
import { openTopics, summarize } from './voice/summary.ts';

const words = {
  wished: 'Wished: {wishes}.',
  asked: 'About: {topics}.',
  open: 'Open: {questions}.',
  nothing: 'Nothing.',
};
const letters = (count: number) => Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index));

it('says so if nothing was asked', () => {
  expect(summarize({ wishes: [], topics: [], open: [] }, words)).toBe('Nothing.');
});

it('names the topics of the answers, once each and six at most', () => {
  expect(summarize({ wishes: [], topics: ['Pilot', 'Hackathons', 'Pilot'], open: [] }, words)).toBe(
    'About: Pilot; Hackathons.',
  );
  expect(summarize({ wishes: [], topics: letters(7), open: [] }, words)).toBe('About: a; b; c; d; e; f.');
});

it('quotes every question without an answer, once each', () => {
  expect(summarize({ wishes: [], topics: ['Pilot'], open: ['Who won?', ' Who\n won? ', 'Why?'] }, words)).toBe(
    'About: Pilot. Open: "Who won?"; "Why?".',
  );
  expect(summarize({ wishes: [], topics: [], open: letters(6) }, words)).toBe('Open: "a"; "b"; "c"; "d"; "e"; "f".');
});

it('names wishes first, and not once more as open questions', () => {
  const wish = 'Can somebody call on Thursday at 10?';
  expect(summarize({ wishes: [wish], topics: ['Pilot'], open: ['Why?', wish] }, words)).toBe(
    `Wished: "${wish}". About: Pilot. Open: "Why?".`,
  );
});

it('looks for card numbers only in the questions that it quotes', { tags: ['exhaustive'] }, () => {
  const time = (count: number) => {
    const open = letters(count).map((letter) => `${'4, '.repeat(660)}${letter}`);
    const start = performance.now();
    summarize({ wishes: [], topics: [], open }, words);
    return performance.now() - start;
  };
  const fastest = (count: number) => Math.min(...Array.from({ length: 5 }, () => time(count)));
  expect(fastest(300) / fastest(24)).toBeLessThan(5);
});

it('shortens a long question to 120 characters, and splits none of them', () => {
  expect(summarize({ wishes: [], topics: [], open: ['x'.repeat(120)] }, words)).toBe(`Open: "${'x'.repeat(120)}".`);
  expect(summarize({ wishes: [], topics: [], open: ['😀'.repeat(121)] }, words)).toBe(`Open: "${'😀'.repeat(119)}…".`);
});

it('quotes no card number, even where it would be cut', () => {
  const asked = `${'x'.repeat(100)} 4242 4242 4242 4242`;
  expect(summarize({ wishes: [], topics: [], open: [asked] }, words)).toBe(
    `Open: "${'x'.repeat(100)} [number removed]".`,
  );
});

it('quotes what a caller says verbatim', () => {
  expect(summarize({ wishes: [], topics: ["$& $'"], open: ['{topics} $1 $&'] }, words)).toBe(
    'About: $& $\'. Open: "{topics} $1 $&".',
  );
});

it('uses the name of a section for its headline, and the title for every other passage', () => {
  const passages = [
    { path: '/', page: 'The site', title: 'Acme', text: '' },
    { path: '/#work', page: 'What we do', title: 'Software that fits', text: '' },
    { path: '/#work', page: 'What we do', title: 'Dashboards', text: '' },
    { path: '/#faq', page: 'Questions', title: 'Most asked', text: '' },
    { path: '/#faq', page: 'Questions', title: 'Who does it?', text: '' },
  ];
  expect(passages.map(openTopics(passages))).toEqual(['Acme', 'What we do', 'Dashboards', 'Questions', 'Who does it']);
});

it('a caller’s wish for a person or a time comes first, and no open question is lost', async () => {
  const conversation = openConversation();
  const open = ['Zwölf?', 'Qwertz uiop?', 'Asdf ghjk?', 'Yxcv bnm?', 'Plokij uhzg?'];
  const wish = 'Please have somebody of the hospital team call us on Thursday at 10';
  for (const said of [...open, wish]) await conversation.reply(said);
  const summary = conversation.summary();
  expect(summary.indexOf(wish)).toBeGreaterThan(0);
  for (const question of open) expect(summary.indexOf(question)).toBeGreaterThan(summary.indexOf(wish));
});
