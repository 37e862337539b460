import { describe, expect, it } from 'vitest';
import {
  CONTACT_LIMITS as LIMITS,
  contactRequest,
  toContactSubmission,
  type ContactRequest,
} from '../../src/backend/contact-submission.ts';

const request: ContactRequest = { name: 'Ada', email: 'ada@example.com', phone: '', company: '', message: '' };
const origin = {
  page: '/',
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const row = (changes: Partial<ContactRequest>) =>
  toContactSubmission({ ...request, ...changes }, { id: 'id', website: '', fillMs: 2000, origin });
const problems = (changes: Partial<ContactRequest>) =>
  (contactRequest.safeParse({ ...request, ...changes }).error?.issues ?? []).map(({ path, message }) => [
    path[0],
    message,
  ]);

describe('the stored row (spec section 3)', () => {
  it('has the company as its subject, or else Demo Request', () => {
    expect(row({ company: 'Acme' }).subject).toBe('Acme');
    expect(row({}).subject).toBe('Demo Request');
    expect(row({ company: '  ' }).subject).toBe('Demo Request');
  });

  it('has a message made of phone, company and message, with a placeholder for each that is empty', () => {
    expect(row({}).message).toBe('Phone: Not provided\nCompany: Not provided\nMessage: No message provided');
    expect(row({ phone: '+1 555', company: 'Acme', message: 'Line 1\nLine 2' }).message).toBe(
      'Phone: +1 555\nCompany: Acme\nMessage: Line 1\nLine 2',
    );
  });

  it('fits the column when every field has its maximum length', () => {
    const longest = row({
      phone: 'x'.repeat(LIMITS.phone),
      company: 'x'.repeat(LIMITS.company),
      message: 'x'.repeat(LIMITS.message),
    });
    expect(longest.message.length).toBeLessThanOrEqual(5400);
  });
});

describe('the checks', () => {
  it('require a name and an address, and nothing else', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ name: '', email: ' ' })).toEqual([
      ['name', 'required'],
      ['email', 'required'],
    ]);
  });

  it.each(Object.entries(LIMITS).filter(([field]) => field !== 'email'))(
    'allow %s %i code points, not one more',
    (field, limit) => {
      expect(problems({ [field]: '🦊'.repeat(limit) })).toEqual([]);
      expect(problems({ [field]: '🦊'.repeat(limit + 1) })).toEqual([[field, 'too-long']]);
    },
  );

  it.each(['plain', 'a@', 'a@b..c', 'a b@c.de', 'a@-b.de'])('reject the address %j', (email) => {
    expect(problems({ email })).toEqual([['email', 'invalid']]);
  });

  it.each(['a\0', '\ud800', 'x\udc00y'])('reject text that cannot be stored (%j)', (message) => {
    expect(problems({ message })).toEqual([['message', 'ill-formed']]);
  });
});
