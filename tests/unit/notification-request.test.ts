import { describe, expect, it } from 'vitest';
import {
  NOTIFICATION_LIMITS as LIMITS,
  notificationKind,
  notificationRequest,
} from '../../src/backend/notification-request.ts';

const request = { name: 'Ada', email: 'ada@example.com' };
const origin = {
  page: '/resources',
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};
const problems = (changes: Record<string, unknown>) =>
  (notificationRequest.safeParse({ ...request, ...changes }).error?.issues ?? []).map(({ path, message }) => [
    path[0],
    message,
  ]);

describe('the checks', () => {
  it('require a name and an address', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ name: '\u3000', email: '' })).toEqual([
      ['name', 'required'],
      ['email', 'required'],
    ]);
    expect(problems({ email: 'ada' })).toEqual([['email', 'invalid']]);
  });

  it('allow them as many code points as the columns, not one more', () => {
    const address = (length: number) => `${'a'.repeat(length - 12)}@example.com`;
    expect(LIMITS).toEqual({ name: 100, email: 254 });
    expect(problems({ name: '🦊'.repeat(100), email: address(254) })).toEqual([]);
    expect(problems({ name: '🦊'.repeat(101) })).toEqual([['name', 'too-long']]);
    expect(problems({ email: address(255) })).toEqual([['email', 'too-long']]);
  });

  it('reject a name that cannot be stored', () => {
    expect(problems({ name: 'a\0' })).toEqual([['name', 'ill-formed']]);
  });
});

it('the row names the awaited resource, and nobody is notified at once', () => {
  const kind = notificationKind('Case Studies & MoU Templates');
  expect(kind.toRow(request, { id: 'the-id', website: '', fillMs: 2000, origin })).toEqual({
    ...request,
    ...origin,
    id: 'the-id',
    source: 'marketing-website',
    website: '',
    fill_ms: 2000,
    resource_type: 'Case Studies & MoU Templates',
  });
  expect([kind.table, kind.attach, kind.notification]).toEqual(['notification_requests', undefined, undefined]);
});
