import { describe, expect, it } from 'vitest';
import { desiredAssistant } from './desired-assistant.ts';
import { restorePlaceholders } from './restore-placeholders.ts';
import { composeSystemMessage, HEADINGS, parseSystemMessage } from './system-message.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { readAgent } from '../../src/build/knowledge/agent.ts';
import { bodyMistakes } from '../../tests/setup/provider-types.ts';
import { figure } from '../../tests/setup/figure.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import { ACTIONS } from '../../src/voice/action.ts';

const site = readSite();
const REPORT = { reportUrl: 'https://project.supabase.example/functions/v1/call-report', reportCredentialId: 'one' };

describe('the assistant that content makes', () => {
  it('matches the provider’s own types', () => {
    const wanted = desiredAssistant(readAgent(), 'file-1', REPORT);
    expect(bodyMistakes('CreateAssistantDTO', wanted)).toEqual([]);
    expect(bodyMistakes('UpdateAssistantDTO', wanted)).toEqual([]);
    expect(bodyMistakes('CreateAssistantDTO', { ...wanted, nickname: 'x' })).toEqual([
      'property nickname should not exist',
    ]);
  });

  it('waits for no answer of the page, and says nowhere that one will come', () => {
    const { tools } = desiredAssistant(readAgent(), '', REPORT).model;
    for (const tool of tools.filter(({ type }) => type === 'function')) {
      expect(tool).toMatchObject({ async: true });
      expect(tool).not.toHaveProperty('server');
    }
  });

  it('tells only a transcriber that knows them which terms to expect', () => {
    const agent = readAgent();
    const hearing = { ...agent.hearing, provider: 'google', model: 'gemini-2.0-flash' };
    expect(desiredAssistant({ ...agent, hearing }, '', REPORT).transcriber).not.toHaveProperty('keyterm');
  });

  it('has recording, time limit, silence hooks, reports, and the messages that the browser uses', () => {
    const agent = readAgent();
    expect(desiredAssistant(agent, 'file-1', REPORT)).toMatchObject({
      maxDurationSeconds: agent.longestMinutes * 60,
      endCallMessage: agent.goodbye,
      hooks: [
        {
          options: { timeoutSeconds: agent.silence.askAfterSeconds },
          do: [{ type: 'say', exact: agent.silence.question }],
        },
        { options: { timeoutSeconds: agent.silence.hangUpAfterSeconds }, do: [{ tool: { type: 'endCall' } }] },
      ],
      analysisPlan: { summaryPlan: { enabled: true, messages: [{ content: agent.summary }, { role: 'user' }] } },
      artifactPlan: {
        structuredOutputs: [
          {
            name: OUTCOME,
            schema: {
              type: 'object',
              properties: {
                caller: { type: 'string', enum: expect.arrayContaining(['hospital']) as string[] },
                intent: { type: 'string' },
                callBack: { type: 'boolean' },
                openQuestions: { type: 'array', items: { type: 'string' } },
              },
            },
          },
        ],
        recordingEnabled: true,
        videoRecordingEnabled: false,
        transcriptPlan: { enabled: true },
      },
      model: {
        tools: [
          { type: 'endCall' },
          { type: 'query', knowledgeBases: [{ fileIds: ['file-1'] }], messages: [{ content: agent.lookingUp }] },
          ...ACTIONS.map((name) => ({ type: 'function', function: { name, description: agent.actions[name] } })),
        ],
      },
      serverMessages: ['end-of-call-report', 'session.updated'],
      clientMessages: ['speech-update', 'status-update', 'tool-calls', 'transcript'],
      transcriber: { provider: 'deepgram', keyterm: [site.name, 'SaaS', 'MOU'] },
      stopSpeakingPlan: { numWords: agent.hearing.interruptAfterWords },
      server: { url: REPORT.reportUrl, credentialId: 'one', backoffPlan: { type: 'exponential' } },
    });
  });

  it('gets the caller’s name as data, in a message of its own, and nowhere else', () => {
    const { model, ...rest } = desiredAssistant(readAgent(), 'file-1', REPORT);
    const [instructions, caller, ...others] = model.messages;
    expect([instructions?.role, caller?.role, others]).toEqual(['system', 'user', []]);
    expect(caller?.content).toContain('It is data');
    // The name ends the message, and is JSON.
    const data = String(caller?.content).split('\n\n').at(-1) ?? '';
    expect(JSON.parse(data.replace('{{leadName}}', 'Bo'))).toEqual({
      localTime: '{{localTime}}',
      callerName: 'Bo',
    });
    expect(JSON.stringify([instructions, rest, model.tools])).not.toContain('lead');
  });

  it('retries its reports for more than an hour while a backend is down', () => {
    const { baseDelaySeconds = 0, maxRetries = 0 } =
      desiredAssistant(readAgent(), '', REPORT).server?.backoffPlan ?? {};
    const waits = Array.from({ length: maxRetries }, (_, index) => baseDelaySeconds * 2 ** index);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(85 * 60 + 15);
  });

  it('has no server without a report URL, and no credential unless one is set', () => {
    const none = { reportUrl: undefined, reportCredentialId: undefined };
    expect(desiredAssistant(readAgent(), 'file-1', none)).not.toHaveProperty('server');
    const open = desiredAssistant(readAgent(), 'file-1', { ...REPORT, reportCredentialId: undefined });
    expect(open.server).not.toHaveProperty('credentialId');
  });

  it('sends no speed to a voice that has none, unless content sets one', () => {
    const agent = readAgent();
    const voice = (provider: string, speed: number) =>
      desiredAssistant({ ...agent, voice: { provider, id: 'luna', speed } }, '', REPORT).voice;
    expect(voice('deepgram', 1)).toEqual({ provider: 'deepgram', voiceId: 'luna' });
    expect(voice('deepgram', 1.2)).toHaveProperty('speed', 1.2);
    expect(voice('openai', 1)).toHaveProperty('speed', 1);
  });
});

describe('the system message', () => {
  it('contains both lists and the knowledge section, and nothing that a caller typed', () => {
    const agent = readAgent();
    const message = composeSystemMessage(agent);
    expect(message).not.toMatch(/[{}]/);
    for (const rule of [...agent.may, ...agent.mayNot]) expect(message).toContain(`\n- ${rule}\n`);
    expect(message).toMatch(/## Knowledge\n\n.*query tool.*$/);
  });

  it('is parsed back into the same parts', () => {
    const parts = {
      instructions: `Talk with the caller.\n\n${HEADINGS.may}\n\nis a heading of ours\n\n- a\n- b`,
      may: ['One thing', 'Another: one'],
      mayNot: ['Nothing - at all'],
    };
    expect(parseSystemMessage(composeSystemMessage(parts))).toEqual(parts);
    const crlf = composeSystemMessage(parts).replaceAll('\n', '\r\n');
    expect(parseSystemMessage(crlf)).toEqual(parts);
  });

  it('does not depend on where lines are broken', () => {
    const broken = {
      instructions: 'One\nline.\n\n1. First\n   goes on\n2. Second\n\n# Head\nText',
      may: ['a\n b'],
      mayNot: ['c'],
    };
    const flat = {
      instructions: 'One line.\n\n1. First goes on\n2. Second\n\n# Head\nText',
      may: ['a b'],
      mayNot: ['c'],
    };
    expect(composeSystemMessage(broken)).toBe(composeSystemMessage(flat));
  });

  const whole = composeSystemMessage(readAgent());
  it.each([
    ['without a section', whole.replace(HEADINGS.mayNot, '')],
    ['with prose in a list', whole.replace('- Do not give', 'Do not give')],
    ['without instructions', whole.slice(whole.indexOf(HEADINGS.may) - 1)],
    ['in another order', whole.replace(HEADINGS.may, 'x').replace(HEADINGS.knowledge, HEADINGS.may)],
  ])('%s is rejected', (_what, message) => {
    expect(parseSystemMessage(message)).toBeUndefined();
  });
});

describe('placeholders', () => {
  const { name, email } = site;
  const call = figure('expert-call');

  it.each([
    [`Write to ${email} at ${name}.`, '', 'Write to {email} at {company}.'],
    [`${name}'s way, “${name}”, (${name})`, '', "{company}'s way, “{company}”, ({company})"],
    [`${name}s, Super${name}, ${name}-like, x@${name}.example, https://${name}.example`, '', undefined],
    [`A ${call} call`, 'Some call', undefined],
    [`A ${call} call, not a 1${call} one`, 'The {expert-call} call', `A {expert-call} call, not a 1${call} one`],
    [`me.${email}`, '', undefined],
  ])('%j, which was %j', (text, written, expected = text) => {
    expect(restorePlaceholders(text, written, site)).toBe(expected);
  });

  it('stay in an unchanged sentence, even where the value is ambiguous', () => {
    const value = figure('trusted-by');
    expect(figure('internships')).toBe(value);
    const written = 'We have {trusted-by} friends. We had {internships} interns. Call us.';
    const now = `We have ${value} friends. We had ${value} interns. Write to us, at ${value} places.`;
    expect(restorePlaceholders(now, written, site)).toBe(
      `We have {trusted-by} friends. We had {internships} interns. Write to us, at ${value} places.`,
    );
    expect(restorePlaceholders(`We have ${value} good friends.`, written, site)).toBe(`We have ${value} good friends.`);
    const one = now.replace('interns', 'students');
    expect(restorePlaceholders(one, written, site)).toContain('We had {internships} students.');
  });
});
