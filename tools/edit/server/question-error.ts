/** Why a question can't be answered, in words for whoever edits. */
export class QuestionError extends Error {
  override name = 'QuestionError';
  /** As HTTP knows it: 4xx. */
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}
