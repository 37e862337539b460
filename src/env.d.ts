interface ImportMetaEnv {
  /** '' where requests are sent without a check; put in as a constant, so that nothing of the check is in such a build. */
  readonly PUBLIC_TURNSTILE_SITE_KEY: string;
  /** Where Cloudflare's script is. */
  readonly PUBLIC_TURNSTILE_URL: string;
}
