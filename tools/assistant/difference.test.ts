import { describe, expect, it } from 'vitest';
import { difference } from './difference.ts';
import { namedPath, valueAt } from './list-entries.ts';
import { merged } from './merge.ts';
import { describeChange, describeTextChange, sentencesOf } from './text-difference.ts';
import { bodyMistakes } from '../../tests/setup/provider-types.ts';

describe('the difference', () => {
  it('ignores additional fields of the provider, null for a missing value, and the order of names', () => {
    const wanted = { a: 1, list: ['x', 'y'], inner: { b: [{ type: 'say', text: 'Hi' }] } };
    const actual = { a: 1, list: ['y', 'x'], inner: { b: [{ type: 'say', text: 'Hi', id: 7 }], c: 2 }, d: null };
    expect(difference(wanted, actual)).toEqual([]);
  });

  it.each([
    [{ a: 1 }, { a: 2 }, [{ path: 'a', before: 2, after: 1 }]],
    [{ a: 1 }, { a: null }, [{ path: 'a', before: undefined, after: 1 }]],
    [{ a: { b: 1 } }, {}, [{ path: 'a', before: undefined, after: { b: 1 } }]],
    [{ a: ['x'] }, { a: ['x', 'y'] }, [{ path: 'a', before: ['x', 'y'], after: ['x'] }]],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, { b: 2 }] }, [{ path: 'a.1', before: '(object)', after: undefined }]],
    [{ a: [{ b: 1 }, { b: 2 }] }, { a: [{ b: 1 }] }, [{ path: 'a.1', before: undefined, after: { b: 2 } }]],
    [{ a: [{ b: 1 }] }, { a: 'x' }, [{ path: 'a', before: 'x', after: [{ b: 1 }] }]],
    [{ a: [{ b: { c: 1 } }] }, { a: [{ b: { c: 2 } }] }, [{ path: 'a.0.b.c', before: 2, after: 1 }]],
  ])('of %j to %j', (wanted, actual, changes) => {
    expect(difference(wanted, actual)).toEqual(changes);
  });
});

describe('the request', () => {
  it('keeps the fields that only the provider has, at any depth', () => {
    expect(merged({ a: { b: 1 }, list: [{ c: 2 }] }, { a: { b: 0, x: 1 }, list: [{ c: 0, y: 2 }, { c: 9 }] })).toEqual({
      a: { b: 1, x: 1 },
      list: [{ c: 2, y: 2 }],
    });
  });

  it('keeps nothing of an object that changes its kind', () => {
    expect(merged({ provider: 'b', id: 1 }, { provider: 'a', id: 1, accent: 2 })).toEqual({ provider: 'b', id: 1 });
    expect(merged([{ type: 'query' }], [{ type: 'endCall', messages: [] }])).toEqual([{ type: 'query' }]);
  });
});

describe('a list in which the account’s owner may have entries too', () => {
  const base = (name: string, fileIds = ['f']) => ({ provider: 'google', name, fileIds });
  const query = (...knowledgeBases: object[]) => ({ type: 'query', knowledgeBases });
  const wanted = {
    tools: [{ type: 'endCall' }, query(base('website'))],
    hooks: [{ name: 'ours', seconds: 5 }],
  };
  const crm = { type: 'function', function: { name: 'lookUp' }, server: { url: 'https://crm.example' } };
  const others = {
    hooks: [
      { on: 'call.ending', do: [] },
      { name: 'theirs', seconds: 9 },
    ],
  };

  it('may have them anywhere, which is not a difference', () => {
    const actual = {
      tools: [crm, query(base('prices'), base('website')), query(base('manuals')), { type: 'endCall', messages: [] }],
      hooks: [others.hooks[0], { name: 'ours', seconds: 5 }, others.hooks[1]],
    };
    expect(difference(wanted, actual)).toEqual([]);
    expect(merged(wanted, actual)).toEqual(actual);
  });

  it('keeps them in place when one of ours changes, and gets missing entries after them', () => {
    const actual = {
      tools: [crm, query(base('manuals')), query(base('prices'), base('website', ['g']))],
      hooks: [...others.hooks, { name: 'ours', seconds: 6, id: 1 }],
    };
    expect(merged(wanted, actual)).toEqual({
      tools: [crm, query(base('manuals')), query(base('prices'), base('website')), { type: 'endCall' }],
      hooks: [...others.hooks, { name: 'ours', seconds: 5, id: 1 }],
    });
    expect(difference(wanted, actual)).toEqual([
      { path: 'tools.query.knowledgeBases.website.fileIds', before: ['g'], after: ['f'] },
      { path: 'tools.endCall', before: undefined, after: { type: 'endCall' } },
      { path: 'hooks.ours.seconds', before: 6, after: 5 },
    ]);
  });

  it('gets no second tool if ours has lost its knowledge base', () => {
    expect(merged(wanted, { tools: [{ type: 'query' }] })).toMatchObject({ tools: [wanted.tools[1], wanted.tools[0]] });
    const both = { tools: [{ type: 'query', messages: [] }, ...wanted.tools], hooks: wanted.hooks };
    expect(difference(wanted, both)).toEqual([]);
  });
});

describe('a model or voice of another maker', () => {
  const tool = { type: 'function' };
  const model = { provider: 'anthropic', model: 'claude', messages: [{ role: 'system', content: 'Hi' }], tools: [] };
  const former = {
    ...{ ...model, provider: 'openai', model: 'gpt', tools: [tool] },
    ...{ toolIds: ['t'], toolRefs: [], maxTokens: 400, emotionRecognitionEnabled: true, numFastTurns: 1 },
    ...{ knowledgeBase: { provider: 'custom-knowledge-base', server: {} } },
  };
  const own = { fallbackModels: ['gpt-0'], promptCacheKey: 'private', reasoningEffort: null };

  it('keeps the tools and what does not depend on the maker, and reports what it loses', () => {
    expect(merged({ model }, { model: { ...former, ...own } })).toEqual({
      model: { ...former, provider: 'anthropic', model: 'claude' },
    });
    expect(difference({ model }, { model: { ...former, ...own } })).toEqual([
      { path: 'model.provider', before: 'openai', after: 'anthropic' },
      { path: 'model.model', before: 'gpt', after: 'claude' },
      { path: 'model.fallbackModels', before: ['gpt-0'], after: undefined },
      { path: 'model.promptCacheKey', before: '(text)', after: undefined },
    ]);
  });

  it('gets nothing that the provider’s own types do not have', () => {
    const voice = {
      provider: 'azure',
      voiceId: 'emma',
      cachingEnabled: true,
      chunkPlan: {},
      fallbackPlan: { voices: [] },
    };
    const voices = [
      ['vapi', 'Clara'],
      ['deepgram', 'luna'],
      ['11labs', 'sarah'],
      ['openai', 'nova'],
    ];
    for (const [provider, voiceId] of voices)
      expect(bodyMistakes('UpdateAssistantDTO', merged({ voice: { provider, voiceId } }, { voice }))).toEqual([]);
    expect(merged({ voice: { provider: 'openai', voiceId: 'nova' } }, { voice })).toHaveProperty('voice.fallbackPlan');
    const models = [
      ['anthropic', 'claude-3-opus-20240229'],
      ['google', 'gemini-2.5-pro'],
      ['groq', 'llama-3.1-8b-instant'],
    ];
    for (const [provider, name] of models) {
      const wanted = { model: { ...model, provider, model: name } };
      expect(bodyMistakes('UpdateAssistantDTO', merged(wanted, { model: former }))).toEqual([]);
    }
    const vapi = difference({ model: { ...model, provider: 'vapi' } }, { model: former });
    expect(vapi).toContainEqual({ path: 'model.maxTokens', before: 400, after: undefined });
  });
});

describe('a value that only the provider has', () => {
  it.each([
    [{ type: 'function', function: { name: 'lookUp', description: 'private' } }, '(function "lookUp")'],
    [{ type: 'apiRequest', name: 'crm', headers: { Authorization: 'private' } }, '(apiRequest "crm")'],
    [{ url: 'https://private.example' }, '(object)'],
    [[{ type: 'say', exact: 'private' }, {}], '(say) (object)'],
    [['private', 'private'], '(list of 2)'],
    ['private', '(text)'],
    [7, 7],
    [false, false],
  ])('%j is shown as %j', (value, shown) => {
    expect(difference({ kind: { type: 'a' } }, { kind: { type: 'b', apiKey: value } })).toContainEqual({
      path: 'kind.apiKey',
      before: shown,
      after: undefined,
    });
  });

  it('and a former report URL is shown only by its host', () => {
    const server = { url: 'https://ours.example', credentialId: 'ours', timeoutSeconds: 20 };
    const theirs = { url: 'https://user:private@hooks.example/private?token=private', credentialId: 'private' };
    expect(difference({ server }, { server: theirs })).toEqual([
      { path: 'server.url', before: 'https://hooks.example/…', after: server.url },
      { path: 'server.credentialId', before: '(another credential)', after: 'ours' },
      { path: 'server.timeoutSeconds', before: undefined, after: 20 },
    ]);
    expect(difference({ server }, { server: 'private' })[0]?.before).toBe('(text)');
    expect(difference({ a: 'Hi' }, { a: { secret: 'private' } })[0]?.before).toBe('(object)');
  });
});

describe('a path', () => {
  const body = { hooks: [{ on: 'call.ending' }, { name: 'ours', do: [{ exact: 'Hi' }] }], a: [] };

  it('leads to a value by names and by indexes', () => {
    expect(valueAt(body, 'hooks.ours.do.0.exact')).toBe('Hi');
    for (const path of ['hooks.theirs.do', 'a.0.b', 'b.c']) expect(valueAt(body, path)).toBeUndefined();
  });

  it('with the provider’s indexes is converted to names', () => {
    expect(namedPath(body, 'hooks.1.do.0.exact')).toBe('hooks.ours.do.0.exact');
    expect(namedPath(body, 'hooks.0.on')).toBe('hooks.0.on');
    expect(namedPath(undefined, 'property')).toBe('property');
  });
});

describe('the change of a text', () => {
  const text = 'First we talk. Then we build. It takes 3.5 weeks, e.g. in May.\n\n- One point\n- Another point';

  it('is the changed sentence and nothing else', () => {
    expect(sentencesOf(text).join('')).toBe(text);
    expect(describeTextChange(text, text.replace('we build', 'we test'))).toEqual([
      '…',
      '- Then we build.',
      '+ Then we test.',
      '…',
    ]);
    expect(describeTextChange(text, text.replace('3.5', '4.5'))).toEqual([
      '…',
      '- It takes 3.5 weeks, e.g. in May.',
      '+ It takes 4.5 weeks, e.g. in May.',
      '…',
    ]);
  });

  it('is the line that was added or removed', () => {
    expect(describeTextChange(text, text.replace('- One point\n', ''))).toEqual(['…', '- - One point', '…']);
    expect(describeTextChange('One.', 'One. Two.')).toEqual(['…', '+ Two.']);
  });

  it('of white space alone is visible too', () => {
    expect(describeTextChange('One. Two.', 'One.\nTwo.')).toEqual(['- "One. Two."', '+ "One.\\nTwo."']);
  });

  it('of other values has a line for each value that exists', () => {
    expect(describeChange(undefined, 3)).toEqual(['+ 3']);
    // A terminal would obey it.
    expect(describeChange('a', '\u001B[2Jb')).toEqual(['- a', '+ [2Jb']);
    expect(describeChange(['a'], undefined)).toEqual(['- ["a"]']);
    expect(describeChange(600, 'x')).toEqual(['- 600', '+ x']);
  });
});
