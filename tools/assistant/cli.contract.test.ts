import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { desiredAssistant } from './desired-assistant.ts';
import { knowledgeFile } from './knowledge-file.ts';
import { valueAt } from './list-entries.ts';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { AGENT_FILE, readAgent } from '../../src/build/knowledge/agent.ts';
import { knowledgeText } from '../../src/build/knowledge/knowledge-text.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { copyProject, startNode, type ProjectCopy } from '../../tests/setup/project-copy.ts';
import { OUTCOME } from '../../src/voice/outcome.ts';
import { startProviderAccount, type ProviderAccount } from '../../tests/setup/provider-account.ts';
import { setAt } from '../../tests/setup/set-at.ts';

const SUPABASE = 'https://project.supabase.example';
const REPORT = { reportUrl: `${SUPABASE}/functions/v1/call-report`, reportCredentialId: 'credential-1' };
const ID = 'assistant-1';
const PUBLIC_KEY = 'public-key-of-this-account';
const LONG_AGO = '2025-11-01T10:00:00.000Z';

let copy: ProjectCopy;
let account: ProviderAccount;
beforeAll(() => {
  copy = copyProject();
});
afterAll(() => copy.remove());
beforeEach(async () => {
  account = await startProviderAccount();
  account.tokens.push({
    id: 'token-2',
    orgId: account.orgId,
    tag: 'public',
    value: PUBLIC_KEY,
    restrictions: { allowedOrigins: [readSite().url], allowedAssistantIds: [ID] },
  });
});
afterEach(async () => {
  copy.restoreAll();
  await account.close();
});

/** Runs the command in a copy of the project, with a separate account. */
async function assistant(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const running = startNode([join(copy.folder, 'tools/assistant/cli.ts'), ...args], {
    cwd: copy.folder,
    answers: true,
    env: {
      VAPI_API_URL: account.url,
      VAPI_PRIVATE_KEY: account.key,
      VAPI_REPORT_CREDENTIAL_ID: REPORT.reportCredentialId,
      PUBLIC_VAPI_ASSISTANT_ID: ID,
      PUBLIC_VAPI_KEY: PUBLIC_KEY,
      PUBLIC_SUPABASE_URL: SUPABASE,
      TZ: 'UTC',
      ...env,
    },
  });
  const code = await running.ended;
  const output = running.output();
  // No key is ever printed.
  for (const key of [account.key, PUBLIC_KEY]) expect(output).not.toContain(key);
  return { code, output };
}

/** An account that matches content, plus what its owner set in the dashboard. */
function putAssistant(extra: Record<string, unknown> = {}) {
  const { name } = knowledgeFile(knowledgeText());
  const text = knowledgeText();
  const file = {
    id: 'file-1',
    name,
    originalName: name,
    purpose: 'assistant',
    status: 'done',
    createdAt: LONG_AGO,
    text,
  };
  account.files.set(file.id, file);
  const wanted = desiredAssistant(readAgent(), file.id, REPORT);
  const remote = {
    ...wanted,
    model: { ...wanted.model, maxTokens: 400, toolIds: ['tool-1'] },
    transcriber: { ...wanted.transcriber, smartFormat: true },
    id: ID,
    orgId: account.orgId,
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    ...extra,
  };
  account.assistants.set(ID, structuredClone(remote));
  return remote;
}

const PRICES = { provider: 'google', name: 'prices', description: 'Prices', fileIds: ['manual'] };
const CRM = { type: 'function', function: { name: 'lookUp' }, server: { url: 'https://crm.example' } };
const GOODBYE_HOOK = { on: 'assistant.speech.interrupted', do: [{ type: 'say', exact: 'Sorry?' }] };
const putFile = (id: string, name: string, createdAt = LONG_AGO) =>
  account.files.set(id, { id, name, originalName: name, purpose: 'assistant', createdAt, text: '' });
const remote = () => account.assistants.get(ID) as unknown as ReturnType<typeof putAssistant>;
const agentFile = () => readFileSync(join(copy.folder, AGENT_FILE), 'utf8');
const onlyChange = () => account.log.filter(({ method }) => method !== 'GET');

describe('a sentence changed in content', () => {
  it('is all that plan shows and push sends; then nothing differs', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    copy.edit(AGENT_FILE, /What would you like to know\?/, 'How can I help?');
    const plan = await assistant(['plan']);
    expect(plan.code).toBe(2);
    expect(plan.output.split('\n\n').slice(1).join('\n\n').trim()).toBe(
      'firstMessage\n  …\n  - What would you like to know?\n  + How can I help?',
    );
    expect(account.changes()).toEqual([]);

    const push = await assistant(['push', '--untested']);
    expect(push.code, push.output).toBe(0);
    expect(push.output).toContain('+ How can I help?');
    expect(push.output).toContain('Changed firstMessage.');
    expect(onlyChange()).toEqual([
      {
        method: 'PATCH',
        path: `/assistant/${ID}`,
        body: { firstMessage: `Hello, this is the AI agent of ${readSite().name}. How can I help?` },
      },
    ]);

    const again = await assistant(['plan']);
    expect(again).toMatchObject({ code: 0, output: `The assistant ${ID} matches content/.\n` });
    const second = await assistant(['push', '--untested']);
    expect(second).toMatchObject({ code: 0 });
    expect(second.output).toContain('Nothing was sent.');
    expect(account.changes()).toHaveLength(1);
  });

  it(
    'is found in the instructions and in the lists, regardless of their line breaks',
    { tags: ['exhaustive'] },
    async () => {
      putAssistant();
      copy.edit(AGENT_FILE, /Never guess\./, 'Never\nguess a figure.');
      copy.edit(AGENT_FILE, /Do not say that you are a person\./, 'Never say that you are a person.');
      const { code, output } = await assistant(['plan']);
      expect(code).toBe(2);
      const marked = output.split('\n').filter((line) => /^ {2}[-+] /.test(line));
      expect(marked).toEqual([
        '  - Never guess.',
        '  + Never guess a figure.',
        '  - - Do not say that you are a person.',
        '  + - Never say that you are a person.',
      ]);
      expect(output).toContain('model.messages.0.content (the instructions, may and mayNot)');
    },
  );

  it(
    'changes nothing else of a nested object, which the provider replaces as a whole',
    { tags: ['exhaustive'] },
    async () => {
      const before = putAssistant();
      copy.edit(AGENT_FILE, /temperature: 0\.3/, 'temperature: 0.5');
      const { code, output } = await assistant(['push', '--untested']);
      expect(code, output).toBe(0);
      expect(remote()).toMatchObject({ ...before, model: { ...before.model, temperature: 0.5 } });
      expect(Object.keys(onlyChange()[0]?.body as object)).toEqual(['model']);
    },
  );

  it(
    'keeps what does not depend on the maker when the maker changes, and says what is lost',
    { tags: ['exhaustive'] },
    async () => {
      const chunkPlan = { enabled: false };
      const voice = { provider: 'vapi', voiceId: 'Clara', speed: 1, language: 'en-GB', chunkPlan };
      const { model } = putAssistant({ voice });
      account.assistants.set(ID, {
        ...putAssistant({ voice, model: { ...model, fallbackModels: ['gpt-4.1'], tools: [CRM, ...model.tools] } }),
      });
      copy.edit(AGENT_FILE, /provider: vapi\n {2}id: Clara/, 'provider: deepgram\n  id: luna');
      copy.edit(AGENT_FILE, /provider: openai\n {2}name: \S+/, 'provider: anthropic\n  name: claude-3-opus-20240229');
      const plan = await assistant(['plan']);
      expect(plan.output.split('\n\n').slice(1).join('\n\n').trim()).toBe(
        [
          'model.provider\n  - openai\n  + anthropic',
          'model.model (model.name)\n  - gpt-4.1-mini\n  + claude-3-opus-20240229',
          'model.fallbackModels\n  - ["gpt-4.1"]',
          'voice.provider\n  - vapi\n  + deepgram',
          'voice.voiceId (voice.id)\n  - Clara\n  + luna',
          'voice.speed\n  - 1',
          'voice.language\n  - en-GB',
        ].join('\n\n'),
      );
      const { code, output } = await assistant(['push', '--untested']);
      expect(code, output).toBe(0);
      expect(remote().voice).toEqual({ provider: 'deepgram', voiceId: 'luna', chunkPlan });
      const kept = { ...model, provider: 'anthropic', model: 'claude-3-opus-20240229', tools: [CRM, ...model.tools] };
      expect(remote().model).toEqual(kept);
      expect((await assistant(['plan'])).code).toBe(0);
    },
  );
});

describe('what the dashboard changed', () => {
  it('is shown field by field, for programs too, and set back by push', { tags: ['exhaustive'] }, async () => {
    const before = putAssistant();
    const changed = structuredClone(before);
    changed.maxDurationSeconds = 1800;
    changed.serverMessages = ['end-of-call-report', 'status-update'];
    setAt(changed, 'hooks.0.options.timeoutSeconds', 7);
    account.assistants.set(ID, changed);
    const { code, output } = await assistant(['plan', '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(output)).toEqual({
      assistantId: ID,
      equal: false,
      changes: [
        { field: 'maxDurationSeconds', from: 'longestMinutes', provider: 1800, content: 600 },
        {
          field: 'hooks.ask-after-silence.options.timeoutSeconds',
          from: 'silence.askAfterSeconds',
          provider: 7,
          content: readAgent().silence.askAfterSeconds,
        },
        {
          field: 'serverMessages',
          from: null,
          provider: ['end-of-call-report', 'status-update'],
          content: ['end-of-call-report', 'session.updated'],
        },
      ],
      knowledge: { file: knowledgeFile(knowledgeText()).name, uploaded: true, used: true },
      warnings: [],
    });
    const push = await assistant(['push', '--untested']);
    expect(push.code, push.output).toBe(0);
    expect(Object.keys(onlyChange()[0]?.body as object)).toEqual(['maxDurationSeconds', 'hooks', 'serverMessages']);
    expect(remote()).toMatchObject(before);
    expect((await assistant(['plan'])).code).toBe(0);
  });

  it('is left alone where content has no field for it', { tags: ['exhaustive'] }, async () => {
    putAssistant({ backgroundSound: 'office', silenceTimeoutSeconds: null });
    expect((await assistant(['plan'])).code).toBe(0);
  });

  /** With the owner's tools, knowledge and hooks before and after ours. */
  function putMore() {
    const changed = structuredClone(putAssistant());
    const [endCall, query, ...actions] = changed.model.tools;
    setAt(changed, 'model.tools', [CRM, query, { type: 'query', knowledgeBases: [PRICES] }, endCall, ...actions]);
    putFile('manual', 'prices.pdf');
    putFile('former', 'knowledge-0123456789ab.md', new Date().toISOString());
    setAt(changed, 'model.tools.1.knowledgeBases', [
      PRICES,
      { ...(valueAt(changed, 'model.tools.query.knowledgeBases.website') as object), fileIds: ['manual', 'file-1'] },
    ]);
    setAt(changed, 'hooks', [GOODBYE_HOOK, ...changed.hooks]);
    account.assistants.set(ID, structuredClone(changed));
    return changed;
  }

  it(
    'stays next to what comes from content: tools, knowledge bases and their files, and hooks',
    { tags: ['exhaustive'] },
    async () => {
      const before = putMore();
      expect(await assistant(['plan'])).toMatchObject({ code: 0 });
      copy.edit(AGENT_FILE, /temperature: 0\.3/, 'temperature: 0.5');
      copy.edit(AGENT_FILE, /Are you still there\?/, 'Hello?');
      copy.edit('content/pages/flow.mdx', /^heading: .*/m, 'heading: How we get there');
      const plan = await assistant(['plan']);
      expect(plan.output.match(/^[\w-]+(\.[\w-]+)+/gm)).toEqual([
        'model.temperature',
        'hooks.ask-after-silence.do.0.exact',
      ]);
      const { code, output } = await assistant(['push', '--untested']);
      expect(code, output).toBe(0);
      const file = [...account.files.values()].find(({ text }) => text.includes('How we get there'));
      setAt(before, 'model.temperature', 0.5);
      setAt(before, 'hooks.1.do.0.exact', 'Hello?');
      setAt(before, 'model.tools.1.knowledgeBases.1.fileIds', [file?.id, 'manual']);
      expect(remote()).toEqual(before);
      expect((await assistant(['plan'])).code).toBe(0);
    },
  );

  it('does not lead to a wrong field name when a value is refused', { tags: ['exhaustive'] }, async () => {
    putMore();
    copy.edit(AGENT_FILE, /askAfterSeconds: \d+/, 'askAfterSeconds: 7');
    const message = 'hooks.1.options.timeoutSeconds must not be less than 8';
    account.fail({ on: 'PATCH', status: 400, body: JSON.stringify({ message: [message] }) });
    const { output } = await assistant(['push', '--untested']);
    expect(output).toContain(`- ${message}\n    It comes from silence.askAfterSeconds of ${AGENT_FILE}.`);
  });

  it('is never shown if it may be secret', { tags: ['exhaustive'] }, async () => {
    const headers = { Authorization: 'Bearer PRIVATE' };
    const server = { url: 'https://hooks.example/PRIVATE', headers, credentialId: 'PRIVATE' };
    const tool = { ...CRM, server };
    const before = putAssistant({
      server: { ...server, backoffPlan: { type: 'fixed', maxRetries: 0, baseDelaySeconds: 0 } },
      credentials: [{ provider: 'openai', apiKey: 'PRIVATE' }],
      voice: { provider: 'custom-voice', voiceId: 'x', server },
    });
    const changed = structuredClone(before);
    Object.assign(changed.model, { provider: 'custom-llm', model: 'x', url: 'https://llm.example/PRIVATE', headers });
    setAt(changed, 'model.tools', [tool]);
    setAt(changed, 'model.messages.1', { role: 'user', content: 'PRIVATE' });
    setAt(changed, 'hooks.0.do.1', { type: 'tool', tool });
    setAt(changed, 'hooks.1.do.0.tool', tool);
    setAt(changed, 'hooks.2', { ...GOODBYE_HOOK, do: [{ type: 'tool', tool }] });
    account.assistants.set(ID, changed);
    const outputs: string[] = [];
    for (const words of [['pull'], ['plan', '--json'], ['plan'], ['push', '--untested']]) {
      const { output } = await assistant(words);
      expect(output).not.toContain('PRIVATE');
      outputs.push(output);
      copy.restore(AGENT_FILE);
    }
    expect(account.changes()).toEqual([`PATCH /assistant/${ID}`]);
    for (const output of outputs.slice(2))
      for (const line of [
        'model.url\n  - (text)\n',
        'model.headers\n  - (object)\n',
        'model.messages.1.content\n  - (text)\n',
        'hooks.ask-after-silence.do.1\n  - (tool)\n',
        'server.url (PUBLIC_SUPABASE_URL in .env)\n  - https://hooks.example/…\n',
        'server.backoffPlan.type\n  - fixed\n',
      ])
        expect(output).toContain(line);
  });
});

describe('the text of the site', () => {
  const PAGE = 'content/pages/flow.mdx';

  it('is uploaded before the assistant uses it, and the old one is removed', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    putFile('manual', 'prices.pdf');
    const old = 'knowledge-0123456789ab.md';
    putFile('shared', old);
    account.assistants.set('another', { id: 'another', metadata: { file: 'shared' } });
    copy.edit(PAGE, /^heading: .*/m, 'heading: How we get there');

    const plan = await assistant(['plan']);
    expect(plan.code).toBe(2);
    expect(plan.output).toMatch(
      /The text of the site has changed: knowledge-[0-9a-f]{12}\.md, \d+ KB, is not uploaded/,
    );
    expect(plan.output).not.toMatch(/^ {2}[-+] /m);

    const push = await assistant(['push', '--untested']);
    expect(push.code, push.output).toBe(0);
    const text = knowledgeText(copy.folder);
    expect(text).toContain('How we get there');
    const uploaded = [...account.files.values()].find((file) => file.text === text);
    expect(uploaded?.name).toBe(knowledgeFile(text).name);
    expect(account.changes()).toEqual(['POST /file', `PATCH /assistant/${ID}`, 'DELETE /file/file-1']);
    expect(remote().model.tools[1]).toMatchObject({ knowledgeBases: [{ fileIds: [uploaded?.id] }] });
    expect(remote().model).toMatchObject({ maxTokens: 400, toolIds: ['tool-1'] });
    expect([...account.files.keys()]).toEqual(['manual', 'shared', uploaded?.id]);
    expect((await assistant(['plan'])).code).toBe(0);
  });

  it(
    'is not uploaded again if it is there already, or if only the agent has changed',
    { tags: ['exhaustive'] },
    async () => {
      const before = putAssistant();
      const unused = structuredClone(before);
      setAt(unused, 'model.tools.1.knowledgeBases', []);
      account.assistants.set(ID, unused);
      const { code, output } = await assistant(['push', '--untested']);
      expect(code, output).toBe(0);
      expect(account.changes()).toEqual([`PATCH /assistant/${ID}`]);
      expect(remote()).toMatchObject(before);
    },
  );

  it('is kept when the assistant could not be changed', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    copy.edit(PAGE, /^heading: .*/m, 'heading: How we get there');
    account.fail({ on: 'PATCH', status: 402, body: '{"message":"Payment required"}' });
    expect((await assistant(['push', '--untested'])).code).toBe(1);
    expect(account.changes()).toEqual(['POST /file', `PATCH /assistant/${ID}`]);
    expect(account.files.has('file-1')).toBe(true);
    // The uploaded file is used the next time.
    expect((await assistant(['push', '--untested'])).code).toBe(0);
    expect(account.changes().slice(2)).toEqual([`PATCH /assistant/${ID}`, 'DELETE /file/file-1']);
  });

  it('is kept if something else may use it, and push says so', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    putFile('old', 'knowledge-0123456789ab.md');
    account.tools = Array.from({ length: 1000 }, (_, index) => ({ id: String(index) }));
    copy.edit(AGENT_FILE, /temperature: 0\.3/, 'temperature: 0.5');
    const { code, output } = await assistant(['push', '--untested']);
    expect(code, output).toBe(0);
    expect(output).toContain('Older texts of the site were kept');
    expect(account.changes()).toEqual([`PATCH /assistant/${ID}`]);
  });

  it('that cannot be removed does not fail the push', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    copy.edit(PAGE, /^heading: .*/m, 'heading: How we get there');
    account.fail({ on: 'DELETE', status: 403, body: '{}' });
    const { code, output } = await assistant(['push', '--untested']);
    expect(code).toBe(0);
    expect(output).toContain('An older text of the site could not be removed; the next push tries again.');
  });
});

describe('an account without the assistant', () => {
  it('gets one, and the line for .env is printed', { tags: ['exhaustive'] }, async () => {
    const none = { PUBLIC_VAPI_ASSISTANT_ID: '' };
    const plan = await assistant(['plan'], none);
    expect(plan.code).toBe(2);
    expect(plan.output).toContain(
      'PUBLIC_VAPI_ASSISTANT_ID is not set: `npm run assistant -- push` creates an assistant',
    );
    const push = await assistant(['push', '--untested'], none);
    expect(push.code, push.output).toBe(0);
    expect(account.changes()).toEqual(['POST /file', 'POST /assistant']);
    const [id = ''] = account.assistants.keys();
    expect(push.output).toContain(`PUBLIC_VAPI_ASSISTANT_ID=${id}`);
    const [file] = account.files.values();
    expect(account.assistants.get(id)).toMatchObject(desiredAssistant(readAgent(), file?.id ?? '', REPORT));
    expect((await assistant(['plan'], { PUBLIC_VAPI_ASSISTANT_ID: id })).code).toBe(0);
  });

  it('is not asked twice to create one when the outcome is unknown', { tags: ['exhaustive'] }, async () => {
    account.fail({ on: 'POST /assistant', drop: 'after' });
    const { code, output } = await assistant(['push', '--untested'], { PUBLIC_VAPI_ASSISTANT_ID: '' });
    expect(code).toBe(1);
    expect(account.assistants.size).toBe(1);
    expect(output).toContain('may have been carried out anyway');
    expect(output).toContain("Vapi's dashboard");
  });

  it('gets one whose id is printed, even if it cannot be read afterwards', { tags: ['exhaustive'] }, async () => {
    account.fail({ on: 'GET /assistant/', status: 500, times: 5, headers: { 'retry-after': '0' } });
    const { code, output } = await assistant(['push', '--untested'], { PUBLIC_VAPI_ASSISTANT_ID: '' });
    expect(code).toBe(1);
    const [id = 'none'] = account.assistants.keys();
    expect(output).toContain(`Created the assistant. Put this line into .env:\n  PUBLIC_VAPI_ASSISTANT_ID=${id}\n`);
    expect(output).toContain('500, 5 tries');
  });

  it('gets no second one of the same name; the message names the first', { tags: ['exhaustive'] }, async () => {
    const none = { PUBLIC_VAPI_ASSISTANT_ID: '' };
    await assistant(['push', '--untested'], none);
    const [id = 'none'] = account.assistants.keys();
    const sent = account.changes();
    for (const command of ['plan', 'push']) {
      const { code, output } = await assistant([command], none);
      expect(code).toBe(command === 'plan' ? 2 : 1);
      expect(output).toContain(`an assistant "${readAgent().name}" exists already`);
      expect(output).toContain(`put this line into .env:\n  PUBLIC_VAPI_ASSISTANT_ID=${id}\n`);
      expect(output).toContain(`change \`name\` in ${AGENT_FILE}`);
      expect(output.includes('No assistant was created.')).toBe(command === 'push');
    }
    expect(account.changes()).toEqual(sent);
    copy.edit(AGENT_FILE, /^name: .*/m, 'name: Another one');
    expect((await assistant(['push', '--untested'], none)).code).toBe(0);
    expect(account.assistants.size).toBe(2);
  });
});

describe('a provider that refuses', () => {
  const json = (message: unknown) => JSON.stringify({ message, statusCode: 400 });

  it.each([
    ['the key', { status: 401, body: '{"message":"Invalid Key."}' }, ['VAPI_PRIVATE_KEY', 'API Keys', 'Invalid Key.']],
    ['to work unpaid', { status: 402, body: '{}' }, ['Vapi requires payment', '402', 'Billing']],
    ['this key', { status: 403, body: '' }, ['403', 'without restrictions']],
    [
      'an assistant that it does not have',
      { status: 404, body: '{}' },
      [`does not know the assistant ${ID}`, '404', 'in the account of VAPI_PRIVATE_KEY'],
    ],
    ['too large a request', { status: 413, body: '<html>' }, ['The request is too large', '413', 'Shorten the pages']],
    ['too many requests', { status: 429, times: 5, headers: { 'retry-after': '0' } }, ['429, 5 tries', 'in a minute']],
    [
      'because it is down',
      { status: 500, times: 5, headers: { 'retry-after': '0' } },
      ['500, 5 tries', 'status.vapi.ai'],
    ],
    ['to speak JSON', { status: 200, body: '<html>' }, ['it is not JSON, but begins with "<html>"', 'VAPI_API_URL']],
    ['to say what it has', { status: 200, body: '{}' }, ["can't be understood", 'id']],
    ['by a status of its own', { status: 418, body: '' }, ['418', 'out of date']],
  ])('%s: the message says what to do', { tags: ['exhaustive'] }, async (_what, failure, words) => {
    putAssistant();
    account.fail({ on: `GET /assistant/${ID}`, ...failure });
    const { code, output } = await assistant(['plan']);
    expect(code).toBe(1);
    for (const word of words) expect(output).toContain(word);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('a value: the message names the content field that it comes from', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    copy.edit(AGENT_FILE, /id: Clara/, 'id: Nobody');
    const message = [
      'voice.voiceId must be one of the following values: Clara, Elliot',
      'property foo should not exist',
    ];
    account.fail({ on: 'PATCH', status: 400, body: json(message) });
    const { code, output } = await assistant(['push', '--untested']);
    expect(code).toBe(1);
    expect(output).toContain(`- ${message[0] ?? ''}\n    It comes from voice.id of ${AGENT_FILE}.`);
    expect(output).toContain('- property foo should not exist');
  });

  it('a value that its own types do not allow', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    copy.edit(AGENT_FILE, /name: gpt-4\.1-mini/, 'name: gpt-0');
    const { code, output } = await assistant(['push', '--untested']);
    expect(code).toBe(1);
    expect(output).toContain('- model.model must be one of the following values:');
    expect(output).toContain(`It comes from model.name of ${AGENT_FILE}.`);
  });

  it('a field silently is noticed', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    account.forgets.add('endCallMessage');
    copy.edit(AGENT_FILE, /Thank you for calling\. Goodbye!/, 'So long!');
    copy.edit(AGENT_FILE, /What would you like to know\?/, 'How can I help?');
    const { code, output } = await assistant(['push', '--untested']);
    expect(code).toBe(1);
    expect(output).toContain('Vapi did not store everything: endCallMessage.');
  });
});

describe('settings', () => {
  it.each([
    ['no private key', { VAPI_PRIVATE_KEY: '' }, ['VAPI_PRIVATE_KEY is not set', 'API Keys', 'PUBLIC_']],
    [
      'one key for both',
      { VAPI_PRIVATE_KEY: 'same-key-for-both', PUBLIC_VAPI_KEY: 'same-key-for-both' },
      ['are the same key', 'delete it'],
    ],
    [
      'a key with a line break',
      { VAPI_PRIVATE_KEY: 'half-a-key\nand-a-half' },
      ['contains characters that no key has'],
    ],
    ['a key with a non-ASCII letter', { VAPI_PRIVATE_KEY: 'half-a-keу' }, ['VAPI_PRIVATE_KEY contains characters']],
    ['an address without a scheme', { VAPI_API_URL: 'api.example' }, ['VAPI_API_URL is not an address', 'https://']],
    ['one of another kind', { VAPI_API_URL: 'localhost:1234' }, ['VAPI_API_URL is not an address']],
    ['one without encryption', { VAPI_API_URL: 'http://api.eu.vapi.example' }, ['VAPI_API_URL is not an address']],
    ['one with a password', { VAPI_API_URL: 'https://a:half-a-key@api.example' }, ['without a name or password']],
  ])('%s is refused before any request is sent', { tags: ['exhaustive'] }, async (_what, env, words) => {
    const { code, output } = await assistant(['plan'], env);
    expect(code).toBe(1);
    for (const word of words) expect(output).toContain(word);
    expect(output).not.toMatch(/same-key-for-both|half-a-key/);
    expect(output).not.toMatch(/\n\s+at /);
    expect(account.log).toEqual([]);
  });

  it('come from .env too, but the shell takes precedence', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    writeFileSync(
      join(copy.folder, '.env'),
      `VAPI_PRIVATE_KEY=${account.key}\nVAPI_REPORT_CREDENTIAL_ID=of-the-file\n`,
    );
    const { code, output } = await assistant(['plan'], { VAPI_PRIVATE_KEY: undefined });
    writeFileSync(join(copy.folder, '.env'), '');
    expect(code, output).toBe(0);
  });

  it('a call is not reported without a backend, and plan says so', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    const { code, output } = await assistant(['plan'], { PUBLIC_SUPABASE_URL: '' });
    expect(code).toBe(0);
    expect(output).toContain('Warning: PUBLIC_SUPABASE_URL is not set: the assistant does not report its calls');
    const credential = await assistant(['plan'], { VAPI_REPORT_CREDENTIAL_ID: '' });
    expect(credential.output).toContain('Warning: VAPI_REPORT_CREDENTIAL_ID is not set');
    expect(credential.output).toContain('CALL_REPORT_SECRET');
  });

  it.each([[[]], [['deploy']], [['toString']]])('%j prints the usage', { tags: ['exhaustive'] }, async (args) => {
    const { code, output } = await assistant(args);
    expect(code).toBe(1);
    for (const word of ['plan', 'test', 'push', 'pull', 'calls', 'report'])
      expect(output).toContain(`npm run assistant -- ${word}`);
  });

  it.each([[['plan', '--force']], [['calls', '--limit', '0']], [['calls', '--since', 'soon']]])(
    '%j is refused',
    { tags: ['exhaustive'] },
    async (args) => {
      expect((await assistant(args)).code).toBe(1);
      expect(account.log).toEqual([]);
    },
  );
});

describe('warnings', () => {
  it('report a public key that works for more than this site', { tags: ['exhaustive'] }, async () => {
    putAssistant({ maxDurationSeconds: undefined });
    account.tokens[1] = { tag: 'public', value: PUBLIC_KEY };
    account.orgs[0] = { id: account.orgId, name: 'Example' };
    const { code, output } = await assistant(['plan']);
    expect(code).toBe(2);
    const { url } = readSite();
    expect(output).toContain(
      `Warning: The public key (PUBLIC_VAPI_KEY, …${PUBLIC_KEY.slice(-4)}) works on every site: anybody`,
    );
    expect(output).toContain(`Allow only the origin ${url} (`);
    expect(output).toContain('starts calls with any assistant of the account');
    expect(output).toContain('assistants that anyone can define');
    expect(output).toContain('does not limit the length of a call');
    expect(output).toContain('The organization Example has no limit on monthly spending');
  });

  it('say in capital letters that a private key is published, and exit with 1', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    account.tokens[1] = { tag: 'private', value: PUBLIC_KEY };
    for (const command of ['plan', 'push']) {
      const { code, output } = await assistant([command]);
      expect(code).toBe(1);
      expect(output).toContain('ERROR: PUBLIC_VAPI_KEY (…');
      expect(output).toContain('IS A PRIVATE KEY');
    }
  });

  it('say what could not be checked, and where to look', { tags: ['exhaustive'] }, async () => {
    putAssistant();
    account.fail({ on: 'GET /token', status: 403, body: '{}' });
    account.fail({ on: 'GET /org', status: 404, body: '{}' });
    const { code, output } = await assistant(['plan']);
    expect(code).toBe(0);
    expect(output).toContain('Could not check the restrictions of the public key');
    expect(output).toContain("Vapi's dashboard, API Keys");
    expect(output).toContain('Could not check whether spending is limited');
    expect(output).toContain("Vapi's dashboard, Billing");
  });
});

describe('pull', () => {
  const fields = () => parse(splitFrontmatter(agentFile()).fields) as Record<string, unknown>;

  it(
    'writes the changes made at the provider into content; then nothing differs',
    { tags: ['exhaustive'] },
    async () => {
      const before = putAssistant();
      const { name, email } = readSite();
      const changed = structuredClone(before);
      changed.firstMessage = `Welcome to ${name}! Ask me anything, or write to ${email}.`;
      changed.maxDurationSeconds = 450;
      changed.voice.speed = 1.1;
      setAt(changed, 'hooks.0.do', [{ type: 'say', exact: 'Hello?' }]);
      const message = String(before.model.messages[0]?.content);
      setAt(
        changed,
        'model.messages.0.content',
        message
          .replace('Never guess.', `Never guess, not even about ${name}.`)
          .replace('- Do not say that you are a person.', '- Do not say that you are a person.\n- Do not sing.'),
      );
      account.assistants.set(ID, changed);
      const source = agentFile();

      const { code, output } = await assistant(['pull']);
      expect(code, output).toBe(0);
      expect(fields()).toMatchObject({
        firstMessage: 'Welcome to {company}! Ask me anything, or write to {email}.',
        longestMinutes: 7.5,
        voice: { provider: 'vapi', id: 'Clara', speed: 1.1 },
        silence: { question: 'Hello?' },
      });
      expect(agentFile()).toContain('Never guess, not even about {company}.');
      expect(output).toContain('firstMessage\n');
      expect(output).toContain('+ Never guess, not even about {company}.');
      // All other lines are unchanged, including comments.
      const kept = source.split('\n').filter((line) => agentFile().split('\n').includes(line));
      for (const line of source.split('\n').filter((text) => text.startsWith('#'))) expect(kept).toContain(line);
      expect(source.split('\n').length - kept.length).toBeLessThan(9);
      expect(account.changes()).toEqual([]);

      expect((await assistant(['plan'])).code).toBe(0);
      const again = agentFile();
      expect((await assistant(['pull'])).output).toBe(`${AGENT_FILE} matches Vapi.\n`);
      expect(agentFile()).toBe(again);
      copy.restore(AGENT_FILE);
    },
  );

  it.each([
    [
      'a text that is too long',
      { firstMessage: 'x'.repeat(400) },
      ['does not fit into content', 'firstMessage is 400'],
    ],
    ['a placeholder that content does not have', { endCallMessage: 'Bye {{day}}' }, ['refers to {day}']],
    ['an impossible order', { maxDurationSeconds: 36000 }, ['longestMinutes is 600']],
  ])('refuses %s, and changes nothing', { tags: ['exhaustive'] }, async (_what, extra, words) => {
    putAssistant({ ...extra, name: 'Renamed' });
    const source = agentFile();
    const { code, output } = await assistant(['pull']);
    expect(code).toBe(1);
    for (const word of words) expect(output).toContain(word);
    expect(output).toContain('Nothing was changed');
    expect(output).not.toMatch(/\n\s+at /);
    expect(agentFile()).toBe(source);
  });

  it('refuses instructions without the sections of content', { tags: ['exhaustive'] }, async () => {
    const before = putAssistant();
    const changed = structuredClone(before);
    setAt(changed, 'model.messages.0.content', 'You are a pirate.');
    account.assistants.set(ID, changed);
    const source = agentFile();
    const { code, output } = await assistant(['pull']);
    expect(code).toBe(1);
    expect(output).toContain('no longer have the same sections');
    expect(agentFile()).toBe(source);
  });

  it('says what content has no field for', { tags: ['exhaustive'] }, async () => {
    const before = putAssistant({ goodbye: undefined });
    const changed = structuredClone(before);
    setAt(changed, 'server.url', 'https://elsewhere.example');
    changed.model.tools = [];
    account.assistants.set(ID, changed);
    const source = agentFile();
    const { code, output } = await assistant(['pull']);
    expect(code).toBe(0);
    expect(output).toContain('Not changed in content/assistant/agent.mdx: actions.book-demo (Vapi has none).');
    expect(output).toContain('Not pulled, because content has no field for it: model.tools.endCall, server.url.');
    expect(agentFile()).toBe(source);
  });

  it('does not bring values that content cannot express, and says so', { tags: ['exhaustive'] }, async () => {
    const changed = structuredClone(putAssistant());
    const message = String(changed.model.messages[0]?.content);
    setAt(changed, 'model.messages.0.content', `| A | B |\n| - | - |\n| 1 | 2 |\n\n${message}`);
    setAt(changed, 'hooks.0.options.timeoutSeconds', 7.5);
    account.assistants.set(ID, changed);
    const { code, output } = await assistant(['pull']);
    expect(code, output).toBe(0);
    expect(output).toContain(`Not changed in ${AGENT_FILE}: instructions (content joins the lines of a paragraph`);
    expect(output).not.toContain('no field');
    expect(agentFile()).not.toContain('|');
    expect(fields()).toMatchObject({ silence: { askAfterSeconds: 7.5 } });
    copy.restore(AGENT_FILE);
  });
});

describe('calls', () => {
  const call = (minute: number, extra: Record<string, unknown> = {}) => ({
    id: `call-${minute}`,
    assistantId: ID,
    createdAt: new Date(Date.UTC(2027, 0, 5, 10, minute)).toISOString(),
    startedAt: new Date(Date.UTC(2027, 0, 5, 10, minute, 5)).toISOString(),
    endedAt: new Date(Date.UTC(2027, 0, 5, 10, minute + 2, 10)).toISOString(),
    status: 'ended',
    endedReason: 'customer-ended-call',
    analysis: { summary: 'You asked how long an internship is.' },
    assistantOverrides: { metadata: { leadName: 'Ada Example', leadEmail: 'ada@example.com' } },
    ...extra,
  });

  it('are listed newest first', { tags: ['exhaustive'] }, async () => {
    account.calls.push(call(1), call(3, { endedReason: 'silence-timed-out' }), call(2, { assistantId: 'another' }));
    const { code, output } = await assistant(['calls']);
    expect(code, output).toBe(0);
    expect(
      output
        .trim()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['When', 'Length', 'Ended', 'Lead', 'Summary'],
      ['2027-01-05 10:03', '2:05', 'silence', 'Ada Example <ada@example.com>', 'You asked how long an internship is.'],
      [
        '2027-01-05 10:01',
        '2:05',
        'caller hung up',
        'Ada Example <ada@example.com>',
        'You asked how long an internship is.',
      ],
    ]);
  });

  it('are fetched page by page, each once, up to the limit', { tags: ['exhaustive'] }, async () => {
    for (let minute = 0; minute < 250; minute++) account.calls.push(call(minute));
    const all = await assistant(['calls', '--limit', '230', '--json']);
    const ids = (JSON.parse(all.output) as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(Array.from({ length: 230 }, (_, index) => `call-${249 - index}`));
    expect(account.log).toHaveLength(3);
    const some = await assistant(['calls', '--limit', '500', '--since', '2027-01-05T14:00:00Z', '--json']);
    expect(JSON.parse(some.output)).toHaveLength(10);
  });

  it('may be none', { tags: ['exhaustive'] }, async () => {
    expect(await assistant(['calls'])).toEqual({ code: 0, output: 'There are no calls.\n' });
  });
});

describe('report', () => {
  it('adds up the calls since a day, with the questions that found no answer', { tags: ['exhaustive'] }, async () => {
    const ended = (hour: number, openQuestions: unknown, extra: object = {}) => ({
      id: `call-${hour}`,
      assistantId: ID,
      createdAt: `2027-01-05T1${hour}:00:00.000Z`,
      startedAt: `2027-01-05T1${hour}:00:00.000Z`,
      endedAt: `2027-01-05T1${hour}:02:00.000Z`,
      endedReason: 'customer-ended-call',
      cost: 0.125,
      artifact: { structuredOutputs: { one: { name: OUTCOME, result: { openQuestions } } } },
      ...extra,
    });
    account.calls.push(
      ended(1, ['Too early']),
      ended(5, ['Who\u202E hosts it?', 'Is it audited?']),
      ended(6, ['Is it audited?'], { endedReason: 'silence-timed-out' }),
      ended(7, 'none', { startedAt: undefined, artifact: { structuredOutputs: 'none' }, cost: null }),
    );
    const { code, output } = await assistant(['report', '--since', '2027-01-05T14:00:00Z']);
    expect({ code, output }).toEqual({
      code: 0,
      output: [
        'Calls    3',
        'Length   4:00 in all, 2:00 on average',
        'Cost     $0.25',
        'Endings',
        '  2 × caller hung up',
        '  1 × silence',
        'Questions without an answer. Answer them in content/assistant/questions/:',
        '  2 × Is it audited?',
        '  1 × Who hosts it?',
        '',
      ].join('\n'),
    });
    const { output: json } = await assistant(['report', '--since', '2027-01-06', '--json']);
    expect(JSON.parse(json)).toMatchObject({ calls: 0, average: 0, unanswered: [] });
  });
});
