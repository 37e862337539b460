import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RemoteAssistant } from './account.ts';
import { desiredAssistant } from './desired-assistant.ts';
import { writtenFields } from './pull-edits.ts';
import { pulledAgent } from './pull.ts';
import { inOneLine } from './system-message.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { AGENT_FILE, parseAgent, readAgent } from '../../src/build/knowledge/agent.ts';
import { setAt } from '../../tests/setup/set-at.ts';

const site = readSite();
const source = readFileSync(AGENT_FILE, 'utf8');
const REPORT = { reportUrl: 'https://project.supabase.example/functions/v1/call-report', reportCredentialId: 'one' };

describe('a pull', () => {
  const remote = (change: (assistant: ReturnType<typeof desiredAssistant>) => void): RemoteAssistant => {
    const assistant = structuredClone(desiredAssistant(readAgent(), 'file-1', REPORT));
    change(assistant);
    return { id: 'one', ...assistant };
  };
  const pull = (change: Parameters<typeof remote>[0], into = source) => pulledAgent(into, remote(change), REPORT, site);

  it('changes nothing if nothing differs', () => {
    expect(pull(() => undefined)).toEqual({ source, changes: [], unheld: [], left: [] });
  });

  it('brings every field that content has', () => {
    const { source: pulled, left } = pull((assistant) => {
      assistant.name = 'Another';
      assistant.endCallMessage = 'Bye.';
      assistant.maxDurationSeconds = 605;
      assistant.model = { ...assistant.model, provider: 'anthropic', model: 'claude', temperature: 0 };
      assistant.transcriber = {
        provider: 'deepgram',
        model: 'nova-2',
        language: 'de',
        keyterm: ['SaaS', 'Apprenticeship'],
      };
      assistant.stopSpeakingPlan = { numWords: 0 };
      setAt(assistant, 'model.tools.1.messages.0.content', 'Let me see.');
      setAt(assistant, 'model.tools.4.function.description', 'Never.');
      assistant.voice = { provider: 'openai', voiceId: 'nova', speed: 0.9 };
      setAt(assistant, 'hooks.0.options.timeoutSeconds', 9);
      setAt(assistant, 'hooks.0.do', [{ type: 'say', exact: 'Hello?' }]);
      setAt(assistant, 'hooks.1.options.timeoutSeconds', 30);
      assistant.analysisPlan.summaryPlan.messages = [
        { role: 'system', content: 'Be short.' },
        ...(assistant.analysisPlan.summaryPlan.messages ?? []).slice(1),
      ];
    });
    expect(left).toEqual([]);
    expect(parseAgent(pulled, site)).toMatchObject({
      name: 'Another',
      goodbye: 'Bye.',
      longestMinutes: 10.08,
      model: { provider: 'anthropic', name: 'claude', temperature: 0 },
      voice: { provider: 'openai', id: 'nova', speed: 0.9 },
      hearing: {
        provider: 'deepgram',
        model: 'nova-2',
        language: 'de',
        terms: ['SaaS', 'Apprenticeship'],
        interruptAfterWords: 0,
      },
      lookingUp: 'Let me see.',
      actions: { 'start-application': 'Never.' },
      silence: { askAfterSeconds: 9, question: 'Hello?', hangUpAfterSeconds: 30 },
      summary: 'Be short.',
    });
  });

  it('writes a new rule with the placeholders of the rule it replaces', () => {
    const { source: pulled, changes } = pull((assistant) => {
      const [message] = assistant.model.messages;
      if (message) message.content = String(message.content).replace('Offer the free', 'Always offer the');
    });
    expect(pulled).toBe(source.replace('Offer the free {expert-call}', 'Always offer the {expert-call}'));
    expect(changes).toEqual([
      'may\n  …\n  - Offer the free {expert-call} call with an expert, and our address, {email}.\n  + Always offer the {expert-call} call with an expert, and our address, {email}.',
    ]);
  });

  it('leaves out a hook of another kind, and anything that content has no field for', () => {
    const {
      source: pulled,
      unheld,
      left,
    } = pull((assistant) => {
      assistant.hooks[0] = { on: 'call.ending', do: [{ type: 'say', exact: 'Wait!' }] } as never;
      assistant.artifactPlan.recordingEnabled = false;
      assistant.clientMessages = ['transcript'];
    });
    expect(pulled).toBe(source);
    expect(unheld).toEqual(['silence.askAfterSeconds (Vapi has none)', 'silence.question (Vapi has none)']);
    expect(left).toEqual(['artifactPlan.recordingEnabled', 'clientMessages']);
  });

  it('has no field for the knowledge section', () => {
    const { source: pulled, left } = pull((assistant) => {
      const [message] = assistant.model.messages;
      if (message) message.content = String(message.content).replace(/Before you answer.*/, 'Look it up.');
    });
    expect(pulled).toBe(source);
    expect(left).toEqual(['model.messages.0.content']);
  });

  it('reads the fields as they are written', () => {
    expect(writtenFields(source)).toMatchObject({ 'silence.askAfterSeconds': readAgent().silence.askAfterSeconds });
    expect(writtenFields(source)['firstMessage']).toContain('{company}');
  });

  const withMessage = (from: string | RegExp, to: string, into?: string) =>
    pull((assistant) => {
      const [message] = assistant.model.messages;
      if (!message) throw new Error('There are no instructions.');
      const text = String(message.content).replace(from, to);
      expect(text).not.toBe(message.content);
      message.content = text;
    }, into);

  it(
    'changes only the lines that differ, and keeps comments and the line endings of the file',
    { tags: ['exhaustive'] },
    () => {
      const crlf = (text: string) => text.replaceAll('\n', '\r\n');
      const noted = source
        .replace('\nmay:\n', '\n# Before the list\nmay:\n  # of the first\n')
        .replace('say goodbye and end the call.', 'say goodbye {/* in it */} and end the call.');
      const { source: pulled, unheld } = withMessage(
        /say goodbye([^]*)- Say what ([^]*)- Do not name a price[^\n]*\n/,
        'say goodnight$1- Repeat what $2',
        crlf(noted),
      );
      expect(unheld).toEqual([]);
      expect(pulled).toBe(
        crlf(
          noted
            .replace('- Say what', '- Repeat what')
            .replace(/ {2}- Do not name a price.*\n/, '')
            .replace(/(When the caller has no more questions, say) goodbye (.*) and/, '$2\n\n$1 goodnight and'),
        ),
      );
    },
  );

  it.each([
    ['MDX would not read as text', '<5 things'],
    ['have an element', '<b>things</b>'],
  ])('leaves out instructions that %s', (_, words) => {
    const { source: pulled, unheld } = withMessage('Never guess.', `Never guess.\n\n${words}`);
    expect(pulled).toBe(source);
    expect(unheld).toEqual([expect.stringMatching(/^instructions \(.*</)]);
  });

  it('finds its hooks and tools by name', () => {
    const { source: pulled, left } = pull((assistant) => {
      const theirs = {
        on: 'customer.speech.timeout',
        do: [{ type: 'say', exact: 'No!' }],
        options: { timeoutSeconds: 99 },
      };
      assistant.hooks = [theirs as never, ...assistant.hooks.toReversed()];
      setAt(assistant, 'hooks.2.options.timeoutSeconds', 9);
      assistant.model.tools = [{ type: 'dtmf' } as never, ...assistant.model.tools.toReversed()];
    });
    expect(left).toEqual([]);
    expect(pulled).toBe(source.replace(/askAfterSeconds: .*/, 'askAfterSeconds: 9'));
  });

  it.each([
    [100, '1.67'],
    [90, '1.5'],
    [61, '1.02'],
    [1199, '19.98'],
    [1200, '20'],
  ])('writes %i seconds as %s minutes, which convert back exactly', (seconds, minutes) => {
    const { source: pulled, unheld } = pull((assistant) => (assistant.maxDurationSeconds = seconds));
    expect(pulled).toBe(source.replace(/longestMinutes: .*/, `longestMinutes: ${minutes}`));
    expect(unheld).toEqual([]);
  });

  it('brings fractions of a second', () => {
    const { source: pulled, unheld } = pull((assistant) => setAt(assistant, 'hooks.0.options.timeoutSeconds', 7.5));
    expect(pulled).toBe(source.replace(/askAfterSeconds: .*/, 'askAfterSeconds: 7.5'));
    expect(unheld).toEqual([]);
  });

  it('leaves out a field whose value content cannot express, and brings the others', () => {
    const {
      source: pulled,
      unheld,
      left,
    } = pull((assistant) => {
      assistant.name = 'Another';
      assistant.maxDurationSeconds = 90.4;
      setAt(assistant, 'hooks.0.do.0.exact', ['Hello?', 'Are you there?']);
      setAt(assistant, 'endCallMessage', null);
    });
    expect(pulled).toBe(source.replace(/^name: .*/m, 'name: Another'));
    expect(unheld).toEqual([
      'goodbye (Vapi has none)',
      'longestMinutes (content cannot express this value)',
      'silence.question (content cannot express this value)',
    ]);
    expect(left).toEqual([]);
  });

  const TABLE = 'Never guess.\n\n| Plan | Price |\n| ---- | ----- |\n| A    | 1     |';
  it.each([
    ['a table', 'Never guess.', TABLE],
    ['lines that belong together', 'Never guess.', 'Never guess.\nNever sing.'],
    ['code', 'Never guess.', 'Never guess.\n\n    indented\n    twice'],
  ])('leaves out instructions with %s', (_what, from, to) => {
    const { source: pulled, changes, unheld, left } = withMessage(from, to);
    expect(pulled).toBe(source);
    expect(changes).toEqual([]);
    expect(unheld).toEqual([expect.stringMatching(/^instructions \(content joins the lines of a paragraph/)]);
    expect(left).toEqual([]);
  });

  it('brings the lists without the instructions, and vice versa', () => {
    const rule = '- Do not say that you are a person.';
    const lists = withMessage(
      /Never guess\.([^]*)- Do not say that you are a person\./,
      `${TABLE}$1${rule}\n- Do not sing.`,
    );
    expect(lists.source).toContain('  - Do not sing.\n');
    expect(lists.source).not.toContain('Price');
    expect(lists.unheld).toHaveLength(1);
    const nested = withMessage(
      /Never guess\.([^]*)- Do not say that you are a person\./,
      `Never lie.$1${rule}\n  - Never.`,
    );
    expect(inOneLine(nested.source)).toBe(inOneLine(source.replace('Never guess.', 'Never lie.')));
    expect(nested.unheld).toEqual(['mayNot (an entry in content cannot have entries of its own)']);
  });

  it('brings a text whose white space differs, and says so', () => {
    const { source: pulled, unheld } = withMessage('Never guess.', 'Never lie.  \n\n');
    expect(inOneLine(pulled)).toBe(inOneLine(source.replace('Never guess.', 'Never lie.')));
    expect(unheld).toEqual(['instructions (only white space differs)']);
    const list = withMessage('- Do not say that you are a person.', '\n* Do not sing.');
    expect(list.source).toBe(source.replace('Do not say that you are a person.', 'Do not sing.'));
  });
});
