import type { Sql } from 'postgres';
import type { SigningKey } from './signing-key.ts';

/** What the parts of the Auth API work with. */
export interface Auth {
  /** Bypasses all row-level security. */
  database: Sql;
  key: SigningKey;
  /** How long an access token lives (seconds). */
  lifetime: number;
  /** The fewest characters of a password. */
  shortestPassword: number;
  /** What authenticator apps show beside an address: the host of the site. */
  site: string;
}

/** A request, once it was read. */
export interface Call {
  /** The JSON of its body; empty without one. */
  fields: Record<string, unknown>;
  query: URLSearchParams;
  /** What its path names, such as the id of a factor. */
  ids: readonly string[];
  /** The caller's IP address. */
  address: string;
  /** Who issues tokens: the address of the Auth API. */
  issuer: string;
  request: Request;
}
