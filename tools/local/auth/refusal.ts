/** A request that is refused, with a status, a code and a message of Supabase's Auth API. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: number;
  readonly code: string;
  /** Further fields of the answer. */
  readonly further: Record<string, unknown>;

  constructor(status: number, code: string, message: string, further: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.further = further;
  }
}
