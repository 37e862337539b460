import { defaultFieldResolver, execute, GraphQLError, parse, validate, type ExecutionResult } from 'graphql';
import { reason } from '../../../functions/_shared/reason.ts';
import type { Caller } from './accounts.ts';
import type { Host } from './host.ts';
import { mutations } from './mutations.ts';
import { queries } from './queries.ts';
import { GraphqlRefusal } from './refusal.ts';
import { SCHEMA } from './schema.ts';

/** Far more than a query for a hundred commits needs. */
const MOST_TOKENS = 20_000;
/** Of an answer, whose lists in lists and texts can be far more than the words that ask for them (bytes, about). */
const MOST_BYTES = 64 * 1024 * 1024;
/** What a field takes without its text. */
const FIELD_BYTES = 200;

/** What a client gets of an error. GitHub puts its kind beside the message. */
function errorOf(error: GraphQLError): object {
  const { cause, path, locations, message } = error;
  const at = { ...(path && { path }), ...(locations && { locations }) };
  if (cause instanceof GraphqlRefusal) return { type: cause.type, ...at, message };
  // A value that does not fit a type of the schema has another cause, which is for the client.
  if (!cause || cause instanceof GraphQLError) return { ...at, message };
  console.error('The code host could not answer a query:', reason(cause));
  return { ...at, message: 'Something went wrong while executing your query.' };
}

const refused = (...errors: readonly object[]): object => ({ errors });

/**
 * Answers a query or mutation, always with HTTP 200 as GitHub does.
 *
 * @param body the JSON of the request
 */
export async function answerGraphql(host: Host, caller: Caller, body: Record<string, unknown>): Promise<object> {
  const { query, variables, operationName } = body;
  if (typeof query !== 'string')
    return refused({ message: 'A query attribute must be specified and must be a string.' });
  if (variables !== undefined && variables !== null && (typeof variables !== 'object' || Array.isArray(variables)))
    return refused({ message: 'Variables must be an object.' });
  const ending = new AbortController();
  let bytes = 0;
  const count = <Value>(value: Value): Value => {
    bytes += FIELD_BYTES + (typeof value === 'string' ? value.length : 0);
    if (bytes > MOST_BYTES) ending.abort();
    return value;
  };
  let result: ExecutionResult;
  try {
    const document = parse(query, { maxLexicalTokens: MOST_TOKENS });
    const errors = validate(SCHEMA, document);
    if (errors.length > 0) return refused(...errors.map(errorOf));
    result = await execute({
      schema: SCHEMA,
      document,
      rootValue: { ...queries(host, caller), ...mutations(host, caller) },
      variableValues: (variables ?? {}) as Record<string, unknown>,
      operationName: typeof operationName === 'string' ? operationName : null,
      fieldResolver(...asked) {
        const value: unknown = defaultFieldResolver(...asked);
        return value instanceof Promise ? value.then(count) : count(value);
      },
      abortSignal: ending.signal,
    });
  } catch (error) {
    if (ending.signal.aborted)
      return refused({ type: 'RESOURCE_LIMITS_EXCEEDED', message: 'This query asks for too much at once.' });
    if (error instanceof GraphQLError) return refused(errorOf(error));
    throw error;
  }
  const { data, errors } = result;
  return { ...(data !== undefined && { data }), ...(errors && { errors: errors.map(errorOf) }) };
}

/** Whether a request changes something, which counts against a limit of its own. */
export const isMutation = ({ query }: Record<string, unknown>): boolean =>
  typeof query === 'string' && /^\s*mutation\b/m.test(query);
