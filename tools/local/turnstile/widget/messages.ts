/** What the frame of a widget tells the page that it stands in. */
export type FrameMessage =
  | { kind: 'asking' }
  | { kind: 'answered' }
  | { kind: 'token'; token: string }
  /** `code` as Cloudflare numbers them: 300030 is a check that was not passed. */
  | { kind: 'error'; code: string };
