import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, it, vi } from 'vitest';
import { hostOf, makeMeetingLinks } from '../../functions/_shared/meeting-links.ts';

const timingSafeEqual = vi.spyOn(crypto, 'timingSafeEqual');
syncBuiltinESMExports();

const KEY = 'k'.repeat(32);
const links = makeMeetingLinks(KEY, 'https://site.example/meet');
const appointment = { booking: '0b7e9f4e-5a43-4bb2-9a0e-8a4b1f3f7d11', startsAt: '2026-12-01T15:00:00.000Z' };
const host = { session: '1b7e9f4e-5a43-4bb2-9a0e-8a4b1f3f7d12', expires: 1_796_000_000 };
const secret = links.visitorSecret(appointment);
const ticket = links.hostTicket(appointment, host);

describe('the secret of a link', () => {
  it('is the same for the same booking and time, in whatever form the time is written', () => {
    for (const startsAt of ['2026-12-01T15:00:00+00:00', '2026-12-01T16:00:00.000+01:00'])
      expect(links.visitorSecret({ ...appointment, startsAt })).toBe(secret);
    expect(links.linkTo(appointment, secret)).toBe(`https://site.example/meet#${appointment.booking}.${secret}`);
  });

  it('has 256 bits, in letters that need no escape', () => {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(ticket).toMatch(/^[\w~-]+$/);
  });

  it('is another one for another booking, time, key, person and expiry', () => {
    const others = [
      links.visitorSecret({ ...appointment, booking: host.session }),
      links.visitorSecret({ ...appointment, startsAt: '2026-12-01T15:00:01Z' }),
      makeMeetingLinks('l'.repeat(32), '').visitorSecret(appointment),
      links.hostTicket(appointment, { ...host, expires: host.expires + 1 }),
      links.hostTicket(appointment, { ...host, session: appointment.booking }),
      links.hostTicket({ ...appointment, startsAt: '2026-12-01T15:00:01Z' }, host),
    ].map((other) => other.replace(/.*~/, ''));
    expect(new Set([secret, ticket.replace(/.*~/, ''), ...others]).size).toBe(others.length + 2);
  });

  it('says whom a ticket is for; a visitor’s secret says nothing', () => {
    expect(hostOf(ticket)).toEqual(host);
    for (const none of [secret, '', `host~${host.session}~soon~x`, `host~${host.session}~1`, `${ticket} `])
      expect(hostOf(none)).toBeUndefined();
  });

  it('is right only as it was made', () => {
    expect([links.isRight(appointment, secret), links.isRight(appointment, ticket)]).toEqual([true, true]);
    const wrong = [
      '',
      secret.slice(1),
      `${secret}A`,
      ticket.replace(host.session, appointment.booking),
      ticket.replace(String(host.expires), String(host.expires + 1)),
      // The part of a ticket that is secret is no visitor's.
      ticket.replace(/.*~/, ''),
      `host~${host.session}~${host.expires}~${secret}`,
    ];
    for (const one of wrong) expect(links.isRight(appointment, one), one).toBe(false);
  });

  it('is compared in constant time: as hashes of the same length, whatever is given', () => {
    for (const given of [secret, '', secret.slice(0, 1), `${secret.slice(0, -1)}_`, ticket, 'x'.repeat(10_000)]) {
      timingSafeEqual.mockClear();
      links.isRight(appointment, given);
      expect(timingSafeEqual.mock.calls.map((both) => both.map(({ byteLength }) => byteLength))).toEqual([[32, 32]]);
    }
  });
});
