interface ImportMetaEnv {
  /** '' if requests are sent without a check. It is a constant, so that such a build contains nothing of the check. */
  readonly PUBLIC_TURNSTILE_SITE_KEY: string;
  /** The URL of Cloudflare's script. */
  readonly PUBLIC_TURNSTILE_URL: string;
}
