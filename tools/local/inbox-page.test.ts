import { expect, it } from 'vitest';
import { inboxPage } from './desk/pages.ts';

it('shows a name and a subject without marks that turn text around, and the message as typed', () => {
  const html = inboxPage(
    [
      {
        id: '6f1c2b9e-0000-4000-8000-000000000001',
        kind: 'contact_submissions',
        name: '\u202Etxt.exe',
        email: 'zoe@example.com',
        subject: '\u2067Acme',
        message: '\u200Fשלום',
        page: '/\u202E',
        created_at: '2026-11-21T10:00:00Z',
        notified_at: null,
        tries: 0,
        failure: '',
        dead_at: null,
        resume: null,
      },
    ],
    'http://localhost:4321',
  );
  const [before = '', message = ''] = html.split('<pre>');
  expect(before).toContain('<h2>txt.exe: Acme</h2>');
  expect(before).not.toMatch(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/);
  expect(message).toContain('\u200Fשלום');
});
