import { readEnvironment } from '../_shared/environment.ts';
import { makeSend } from '../_shared/mail.ts';
import { makeHandler } from './handler.ts';
import { openRequests } from './requests.ts';

declare const Deno: {
  env: { get(name: string): string | undefined };
  serve(handler: (request: Request) => Promise<Response>): void;
};

const environment = readEnvironment((name) => Deno.env.get(name));
Deno.serve(
  makeHandler({
    environment,
    requests: openRequests(environment),
    send: makeSend(environment.mail),
    log: console.error,
  }),
);
