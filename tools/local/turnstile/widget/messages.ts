/** The messages of a widget's frame to its page. */
export type FrameMessage =
  | { kind: 'asking' }
  | { kind: 'answered' }
  | { kind: 'token'; token: string }
  /** `code` is one of Cloudflare's: 300030 is a failed check. */
  | { kind: 'error'; code: string };
