/** What the provider calls the answers to content/assistant/outcome.yaml, in the settings and in a report. */
export const OUTCOME = 'outcome';
