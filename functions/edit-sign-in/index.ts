import { openParts } from '../_shared/parts.ts';
import { makeHandler } from './handler.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

Deno.serve(makeHandler(openParts((name) => Deno.env.get(name))));
