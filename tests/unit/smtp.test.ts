import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { expect, it, onTestFinished } from 'vitest';
import { makeSend } from '../../functions/_shared/mail.ts';

it('a refusal of the mail server is passed on without its words, which may repeat what a visitor typed', async () => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.resume().once('end', () => {
        const why = '5.7.1 Message contains a domain listed in DBL: typed.example';
        done(Object.assign(new Error(why), { responseCode: 554 }));
      });
    },
  });
  onTestFinished(() => server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: `smtp://127.0.0.1:${port}` });
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: 'See typed.example', html: '<p>Text</p>' };
  await expect(send(mail)).rejects.toThrow(/^The mail server answered 554 5\.7\.1\.$/);
});

it('why a mail server can’t be reached is passed on', async () => {
  const send = makeSend({ from: 'Site <site@example.com>', smtpUrl: 'smtp://127.0.0.1:1' });
  const mail = { id: 'abc', to: 'team@example.com', subject: 'Hello', text: 'Text', html: '<p>Text</p>' };
  await expect(send(mail)).rejects.toThrow('ECONNREFUSED');
});
