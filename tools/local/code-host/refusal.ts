/** A request that GitHub's REST API refuses. */
export class RestRefusal extends Error {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, more: { body?: object; headers?: Record<string, string> } = {}) {
    super(message);
    this.name = 'RestRefusal';
    this.status = status;
    this.headers = more.headers ?? {};
    this.body = {
      message,
      ...more.body,
      documentation_url: 'https://docs.github.com/rest',
      status: String(status),
    };
  }
}

/** GitHub answers alike for what is missing and what somebody may not see. */
export const notFound = (): RestRefusal => new RestRefusal(404, 'Not Found');

export const badCredentials = (): RestRefusal => new RestRefusal(401, 'Bad credentials');

/** One of the reasons why a body is refused. */
export interface FieldError {
  resource: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'custom';
  field?: string;
  message?: string;
}

export const validationFailed = (...errors: readonly FieldError[]): RestRefusal =>
  new RestRefusal(422, 'Validation Failed', { body: { errors } });

/** @param type what a client can tell the refusals of GraphQL apart by, such as `STALE_DATA` */
export class GraphqlRefusal extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'GraphqlRefusal';
    this.type = type;
  }
}
