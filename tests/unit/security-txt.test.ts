import { expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { securityTxt } from '../../src/build/security-txt.ts';

it('security.txt has the fields of RFC 9116, once each, with the address and origin of content/site.yaml', () => {
  const { email, url } = readSite();
  expect(securityTxt({ email, url }, new Date('2026-11-23T04:32:10.000Z'))).toBe(
    [
      `Contact: mailto:${email}`,
      'Expires: 2027-10-23T00:00:00.000Z',
      'Preferred-Languages: en',
      `Canonical: ${url}/.well-known/security.txt`,
      '',
    ].join('\n'),
  );
});

it.each(['2026-01-31', '2026-03-31', '2027-12-31', '2028-02-29'])(
  'built on %s, it expires after about eleven months, and in less than a year',
  (day) => {
    const built = new Date(day);
    const [, expires = ''] =
      /^Expires: (.*)$/m.exec(securityTxt({ email: 'a@b.example', url: 'https://b.example' }, built)) ?? [];
    const days = (Date.parse(expires) - built.getTime()) / 86_400_000;
    expect(days).toBeGreaterThan(332);
    expect(days).toBeLessThan(340);
  },
);
