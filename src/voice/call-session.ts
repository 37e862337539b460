/** A conversation with the agent that was started: a call, or a chat. */
export interface CallSession {
  /** Hangs up in any state. The microphone is closed when this returns. */
  stop(): void;
  /** Mutes or unmutes the microphone. */
  setMuted(muted: boolean): void;
  /**
   * Sends a written question, or keeps it until an interrupted connection is back. Returns false when neither is
   * possible.
   */
  ask(question: string): boolean;
  /** Takes back a question that was not delivered yet. */
  withdraw(question: string): void;
  /** The visitor is typing. */
  typing(): void;
}
