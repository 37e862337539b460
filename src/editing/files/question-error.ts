/** A request that can't be handled. The message is for the person editing. */
export class QuestionError extends Error {
  override name = 'QuestionError';
  /** HTTP status, 4xx. */
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
