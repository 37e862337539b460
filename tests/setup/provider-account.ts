import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChatEvalAssistantMessageEvaluation, CreateEvalDTO, CreateEvalRunDTO } from '@vapi-ai/web/dist/api.js';
import { bodyMistakes } from './provider-types.ts';

type Entry = Record<string, unknown> & { id: string };

/** A received request. */
export interface LoggedRequest {
  method: string;
  /** With its query. */
  path: string;
  /** JSON, or the fields of a form, where a file is `{ name, type, text }`. */
  body: unknown;
}

/** How the next requests are answered instead. */
export interface Failure {
  /** Applies to these requests, for example `PATCH /assistant`; without it, to all. */
  on?: string;
  /** How many times; once by default. */
  times?: number;
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The connection breaks before or after the request is processed. */
  drop?: 'before' | 'after';
  /** There is no response at all. */
  silent?: boolean;
}

/** One conversation of an assistant: what it says, and the tool that it calls before. */
export interface AgentTurn {
  content: string;
  call?: { name: string; arguments: Record<string, unknown> };
}

type EvalMessage = CreateEvalDTO['messages'][number];
type JudgePlan = ChatEvalAssistantMessageEvaluation['judgePlan'];

/** An account at the voice provider: the part of its API that we use, over HTTP, as strict as the provider's types. */
export interface ProviderAccount {
  url: string;
  key: string;
  orgId: string;
  assistants: Map<string, Entry>;
  /** With the uploaded text. */
  files: Map<string, Entry & { name: string; text: string }>;
  /** Other objects that may use a file. */
  tools: Entry[];
  squads: Entry[];
  workflows: Entry[];
  calls: Record<string, unknown>[];
  tokens: Record<string, unknown>[];
  orgs: Record<string, unknown>[];
  /** Opens a conversation with the assistant of an eval. */
  agent: () => (said: string) => Promise<AgentTurn>;
  /** Whether the model that judges finds an answer as the judge's instructions want it. */
  judge: (instructions: string, answer: string) => boolean;
  /** Fields of an assistant that it accepts but does not store. */
  forgets: Set<string>;
  log: LoggedRequest[];
  /** The requests that change something, for example `PATCH /assistant/1`. */
  changes: () => string[];
  fail: (failure: Failure) => void;
  close: () => Promise<void>;
}

/** An error response in the format of NestJS. */
class Refusal extends Error {
  readonly status: number;
  readonly details: string | string[];
  constructor(status: number, error: string, details: string | string[]) {
    super(error);
    this.status = status;
    this.details = details;
  }
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return undefined;
  if (type.startsWith('application/json')) return JSON.parse(bytes.toString('utf8')) as unknown;
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const fields = [...form].map(async ([name, value]) => {
    const field = typeof value === 'string' ? value : { name: value.name, type: value.type, text: await value.text() };
    return [name, field] as const;
  });
  return Object.fromEntries(await Promise.all(fields));
}

/** Starts an empty account with one organization and its private key. */
export async function startProviderAccount(): Promise<ProviderAccount> {
  const orgId = randomUUID();
  const key = randomUUID();
  const failures: (Failure & { times: number })[] = [];
  const account: ProviderAccount = {
    url: '',
    key,
    orgId,
    assistants: new Map(),
    files: new Map(),
    tools: [],
    squads: [],
    workflows: [],
    calls: [],
    tokens: [{ id: randomUUID(), orgId, tag: 'private', value: key }],
    orgs: [{ id: orgId, name: 'Example', billingLimit: 100 }],
    agent: () => () => Promise.resolve({ content: 'I do not know.' }),
    judge: () => true,
    forgets: new Set(),
    log: [],
    changes: () => account.log.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`),
    fail: (failure) => failures.push({ times: 1, ...failure }),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };

  const stamped = <Fields extends object>(fields: Fields) => {
    const now = new Date().toISOString();
    return { ...fields, id: randomUUID(), orgId, createdAt: now, updatedAt: now };
  };
  const one = <Value>(entries: ReadonlyMap<string, Value>, kind: string, id: string): Value => {
    const entry = entries.get(id);
    if (!entry) throw new Refusal(404, 'Not Found', `Couldn't Get ${kind}. \`id\` ${id} Does Not Exist.`);
    return entry;
  };
  const checked = (type: string, body: unknown) => {
    const mistakes = bodyMistakes(type, body);
    if (mistakes.length > 0) throw new Refusal(400, 'Bad Request', mistakes);
    const kept = Object.entries(body as object).filter(([field]) => !account.forgets.has(field));
    return Object.fromEntries(kept) as Record<string, unknown>;
  };
  const atMost = (query: URLSearchParams) => {
    const limit = Number(query.get('limit') ?? 100);
    if (!Number.isInteger(limit) || limit < 0 || limit > 1000)
      throw new Refusal(400, 'Bad Request', ['limit must not be greater than 1000']);
    return limit;
  };

  const evalRuns = new Map<string, Entry>();

  /** Holds a conversation, as the provider describes it. */
  async function holdEval({ messages }: CreateEvalDTO): Promise<Record<string, unknown>> {
    const reply = account.agent();
    const held: Record<string, unknown>[] = [];
    let turn: AgentTurn = { content: '' };
    for (const message of messages) {
      if (!('judgePlan' in message)) {
        held.push({ ...message });
        if (message.role === 'user') turn = await reply(message.content);
        continue;
      }
      const { call, content } = turn;
      // What follows the tool's answer comes in a message of its own.
      const said = call && isFollowedByTool(messages, message) ? { content: '', toolCalls: [call] } : { content };
      if (said.toolCalls) turn = { content };
      const isGood = isAsPlanned(message.judgePlan, said.content, said.toolCalls ?? (call ? [call] : []));
      held.push({
        role: 'assistant',
        ...said,
        ...(call && !said.toolCalls && { toolCalls: [call] }),
        judge: { status: isGood ? 'pass' : 'fail' },
      });
    }
    const isPassed = held.every(({ judge }) => (judge as { status: string } | undefined)?.status !== 'fail');
    return { status: isPassed ? 'pass' : 'fail', messages: held };
  }

  const isFollowedByTool = (messages: readonly EvalMessage[], message: EvalMessage) =>
    messages[messages.indexOf(message) + 1]?.role === 'tool';

  function isAsPlanned(plan: JudgePlan, content: string, calls: readonly { name: string }[]): boolean {
    if (plan.type === 'ai') {
      const [{ content: instructions = '' } = {}] = plan.model.messages as { content?: string }[];
      return account.judge(instructions, content);
    }
    const isSaid = plan.type === 'exact' ? content === plan.content : new RegExp(plan.content).test(content);
    return isSaid && (plan.toolCalls ?? []).every(({ name }) => calls.some((call) => call.name === name));
  }

  async function answer(method: string, { pathname, searchParams: query }: URL, body: unknown): Promise<unknown> {
    const [, kind = '', id] = pathname.split('/');
    const route = `${method} /${kind}${id === undefined ? '' : '/:id'}`;
    switch (route) {
      case 'GET /assistant':
        return [...account.assistants.values()].slice(0, atMost(query));
      case 'POST /assistant': {
        const created = stamped(checked('CreateAssistantDTO', body));
        account.assistants.set(created.id, created);
        return created;
      }
      case 'GET /assistant/:id':
        return one(account.assistants, 'Assistant', id ?? '');
      case 'PATCH /assistant/:id': {
        // Fields are replaced as a whole: nested fields that are missing are gone.
        const changed = { ...one(account.assistants, 'Assistant', id ?? ''), ...checked('UpdateAssistantDTO', body) };
        account.assistants.set(changed.id, changed);
        return changed;
      }
      case 'GET /tool':
        return account.tools.slice(0, atMost(query));
      case 'GET /squad':
        return account.squads.slice(0, atMost(query));
      case 'GET /workflow':
        if (query.size > 0) throw new Refusal(400, 'Bad Request', ['property limit should not exist']);
        return account.workflows.slice(0, 100);
      case 'GET /file': {
        const purpose = query.get('purpose');
        if (!purpose) throw new Refusal(400, 'Bad Request', ['purpose should not be empty']);
        return [...account.files.values()].filter((file) => file['purpose'] === purpose);
      }
      case 'POST /file': {
        const { file, purpose = 'assistant' } = body as { file?: { name: string; text: string }; purpose?: string };
        if (!file) throw new Refusal(400, 'Bad Request', ['file should not be empty']);
        if (file.name.length > 40) throw new Refusal(400, 'Bad Request', ['name must be shorter than 41 characters']);
        const { name, text } = file;
        const stored = stamped({ name, originalName: name, purpose, status: 'done', text });
        account.files.set(stored.id, stored);
        return stored;
      }
      case 'DELETE /file/:id': {
        const file = one(account.files, 'File', id ?? '');
        account.files.delete(file.id);
        return file;
      }
      case 'GET /call': {
        const created = (call: Record<string, unknown>) => Date.parse(String(call['createdAt']));
        const before = Date.parse(query.get('createdAtLt') ?? '9999-01-01');
        const since = Date.parse(query.get('createdAtGe') ?? '1970-01-01');
        return account.calls
          .filter((call) => call['assistantId'] === query.get('assistantId'))
          .filter((call) => created(call) < before && created(call) >= since)
          .sort((a, b) => created(b) - created(a))
          .slice(0, atMost(query));
      }
      case 'POST /eval/:id': {
        const { eval: given, target } = checked('CreateEvalRunDTO', body) as unknown as CreateEvalRunDTO;
        if (!given) throw new Refusal(400, 'Bad Request', ['eval should not be empty']);
        const run = stamped({ type: 'eval', eval: given, target });
        const ended = { status: 'ended', endedReason: 'mockConversation.done', cost: 0.01 };
        evalRuns.set(run.id, { ...run, ...ended, results: [await holdEval(given)] });
        return { ...run, status: 'queued' };
      }
      case 'GET /eval/:id':
        return one(evalRuns, 'Eval Run', pathname.split('/')[3] ?? '');
      case 'GET /token':
        return account.tokens.slice(0, atMost(query));
      case 'GET /org':
        return account.orgs;
      default:
        throw new Refusal(404, 'Not Found', `Cannot ${method} ${pathname}`);
    }
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const method = request.method ?? '';
    const path = request.url ?? '';
    const body = await bodyOf(request);
    account.log.push({ method, path, body });
    const index = failures.findIndex(({ on }) => on === undefined || `${method} ${path}`.startsWith(on));
    const failure = failures[index];
    if (failure && --failure.times <= 0) failures.splice(index, 1);
    if (failure?.silent) return;
    if (failure?.drop === 'before') {
      response.destroy();
      return;
    }
    const send = (status: number, text: string, headers: Record<string, string> = {}) => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers }).end(text);
    };
    if (failure && failure.drop === undefined) {
      send(failure.status ?? 200, failure.body ?? '', failure.headers);
      return;
    }
    try {
      if (request.headers.authorization !== `Bearer ${key}`)
        throw new Refusal(
          401,
          'Unauthorized',
          'Invalid Key. Hot tip, you may be using the private key instead of the public key, or vice versa.',
        );
      const result = await answer(method, new URL(path, 'http://localhost'), body);
      if (failure?.drop === 'after') response.destroy();
      else send(method === 'POST' ? 201 : 200, JSON.stringify(result));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, message, details } = error;
      send(status, JSON.stringify({ message: details, error: message, statusCode: status }));
    }
  }

  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  account.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return account;
}
