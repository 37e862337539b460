/** The package has no types. */
declare module '@adobe/structured-data-validator' {
  export interface Issue {
    issueMessage: string;
    fieldNames: string[];
  }
  export default class Validator {
    /** @param data the nodes of each type in a page */
    validate(data: { jsonld: Record<string, object[]> }): Promise<Issue[]>;
  }
}
