import { z } from 'zod';
import { unreadable } from './api-error.ts';
import { requestSender, type ApiAccess, type ApiRequest } from './api-request.ts';

/** Keeps unknown fields: they are sent back when a nested object is changed. */
const assistantSchema = z.looseObject({ id: z.string().min(1), orgId: z.string().optional() });
export type RemoteAssistant = z.infer<typeof assistantSchema>;

const fileSchema = z.object({
  id: z.string().min(1),
  name: z.string().nullish(),
  originalName: z.string().nullish(),
  status: z.string().nullish(),
  createdAt: z.string().nullish(),
});
export type RemoteFile = z.infer<typeof fileSchema>;

const tokenSchema = z.object({
  tag: z.string().nullish(),
  orgId: z.string().nullish(),
  value: z.string().nullish(),
  restrictions: z
    .object({
      enabled: z.boolean().nullish(),
      allowedOrigins: z.array(z.string()).nullish(),
      allowedAssistantIds: z.array(z.string()).nullish(),
      allowTransientAssistant: z.boolean().nullish(),
    })
    .nullish(),
});
/** A key of the account. Its value is for comparing, never for printing. */
export type Token = z.infer<typeof tokenSchema>;

const orgSchema = z.object({ id: z.string(), name: z.string().nullish(), billingLimit: z.number().nullish() });
export type Org = z.infer<typeof orgSchema>;

const callSchema = z.object({
  id: z.string().min(1),
  createdAt: z.iso.datetime({ offset: true }),
  startedAt: z.string().nullish(),
  endedAt: z.string().nullish(),
  status: z.string().nullish(),
  endedReason: z.string().nullish(),
  cost: z.number().nullish(),
  artifact: z
    .object({
      structuredOutputs: z
        .record(
          z.string(),
          z
            .object({ name: z.string().nullish(), result: z.record(z.string(), z.unknown()).nullish().catch(null) })
            .nullish()
            .catch(null),
        )
        .nullish()
        .catch(null),
    })
    .nullish(),
  analysis: z.object({ summary: z.string().nullish() }).nullish(),
  assistantOverrides: z.object({ metadata: z.record(z.string(), z.unknown()).nullish() }).nullish(),
});
export type RemoteCall = z.infer<typeof callSchema>;

const startedRunSchema = z.object({ id: z.string().min(1) });
const evalRunSchema = z.object({
  status: z.string(),
  endedReason: z.string().nullish(),
  endedMessage: z.string().nullish(),
  cost: z.number().nullish(),
  results: z
    .array(
      z.object({
        messages: z.array(
          z.object({
            role: z.string(),
            content: z.string().nullish(),
            toolCalls: z
              .array(z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).nullish().catch(null) }))
              .nullish(),
            judge: z.object({ status: z.string().nullish() }).nullish(),
          }),
        ),
      }),
    )
    .nullish()
    .transform((results) => results ?? []),
});
/** A conversation that the provider holds as a test. */
export type EvalRun = z.infer<typeof evalRunSchema>;

/** Files are listed by purpose; this is the purpose of ours. */
const PURPOSE = 'assistant';

/** The most entries of a list in one answer. */
const LONGEST_PAGE = 1000;

/** The lists of everything that can use a file, and the most entries in one answer. */
const FILE_USERS = [
  { path: `/assistant?limit=${LONGEST_PAGE}`, most: LONGEST_PAGE },
  { path: `/tool?limit=${LONGEST_PAGE}`, most: LONGEST_PAGE },
  { path: `/squad?limit=${LONGEST_PAGE}`, most: LONGEST_PAGE },
  // Takes no limit; 100 is the default of the other lists.
  { path: '/workflow', most: 100 },
];

/** The part of the voice provider's API that this project uses. Every method rejects with an ApiError. */
export type Account = ReturnType<typeof openAccount>;

export function openAccount(access: ApiAccess) {
  const send = requestSender(access);
  const ask = async <Schema extends z.ZodType>(schema: Schema, request: ApiRequest): Promise<z.output<Schema>> => {
    const result = schema.safeParse(await send(request));
    if (result.success) return result.data;
    const [issue] = result.error.issues;
    const place = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
    throw unreadable(`${request.method} ${request.path.split('?')[0] ?? ''}`, place + (issue?.message ?? 'its shape'));
  };
  const query = (values: Record<string, string | undefined>) => {
    const set = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined);
    return new URLSearchParams(set).toString();
  };
  const at = (id: string) => `/assistant/${encodeURIComponent(id)}`;

  return {
    readAssistant: (id: string) => ask(assistantSchema, { method: 'GET', path: at(id) }),
    listAssistants: () => ask(z.array(assistantSchema), { method: 'GET', path: `/assistant?limit=${LONGEST_PAGE}` }),
    createAssistant: (body: object) => ask(assistantSchema, { method: 'POST', path: '/assistant', body }),
    /** @param fields each replaces the assistant's field as a whole */
    changeAssistant: (id: string, fields: object) =>
      ask(assistantSchema, { method: 'PATCH', path: at(id), body: fields }),

    listFiles: () => ask(z.array(fileSchema), { method: 'GET', path: `/file?${query({ purpose: PURPOSE })}` }),
    uploadFile(name: string, markdown: string) {
      const body = new FormData();
      body.set('purpose', PURPOSE);
      body.set('file', new Blob([markdown], { type: 'text/markdown' }), name);
      return ask(fileSchema, { method: 'POST', path: '/file', body });
    },
    /** @returns everything that can use a file, or undefined if there is more than fits into one answer */
    async listFileUsers(): Promise<unknown[] | undefined> {
      const list = async ({ path, most }: (typeof FILE_USERS)[number]) => {
        const entries = await ask(z.array(z.unknown()), { method: 'GET', path });
        return entries.length < most ? entries : undefined;
      };
      const lists = await Promise.all(FILE_USERS.map(list));
      return lists.every((entries) => entries !== undefined) ? lists.flat() : undefined;
    },
    removeFile: (id: string) => send({ method: 'DELETE', path: `/file/${encodeURIComponent(id)}` }),

    startEvalRun: (body: object) => ask(startedRunSchema, { method: 'POST', path: '/eval/run', body }),
    readEvalRun: (id: string) => ask(evalRunSchema, { method: 'GET', path: `/eval/run/${encodeURIComponent(id)}` }),

    listTokens: () => ask(z.array(tokenSchema), { method: 'GET', path: `/token?limit=${LONGEST_PAGE}` }),
    listOrgs: () => ask(z.array(orgSchema), { method: 'GET', path: '/org' }),

    /** @param before,since ISO dates; `before` is exclusive, `since` is inclusive */
    listCalls: (assistantId: string, limit: number, { before, since }: { before?: string; since?: string } = {}) =>
      ask(z.array(callSchema), {
        method: 'GET',
        path: `/call?${query({ assistantId, limit: String(limit), createdAtLt: before, createdAtGe: since })}`,
      }),
  };
}
