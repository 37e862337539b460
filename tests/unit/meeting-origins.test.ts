import { expect, it } from 'vitest';
import { meetingOrigins } from '../../src/build/integrations/meeting-origins.ts';

it('a build without video rooms allows no other origin', () => {
  for (const PUBLIC_MEETINGS of ['', undefined])
    expect(meetingOrigins({ PUBLIC_MEETINGS })).toEqual({ scripts: [], connect: [], directives: [] });
});

it('a build with the provider allows Daily’s hosts alone, so its error reports to another company are blocked', () => {
  const { scripts, connect } = meetingOrigins({ PUBLIC_MEETINGS: 'daily' });
  expect(scripts).toEqual(['https://c.daily.co']);
  const domains = new Set(connect.map((origin) => /^(?:https|wss):\/\/\*\.([\w.]+)$/.exec(origin)?.[1]));
  // The privacy policy names Daily. The last three are Daily's, too.
  expect([...domains]).toEqual(['daily.co', 'pluot.blue', 'dailywebrtc.com', 'dailywebrtc.net']);
  expect([...scripts, ...connect].join()).not.toMatch(/sentry/);
});

it('a build with the rooms of this machine allows these alone', () => {
  const url = 'http://127.0.0.1:54490';
  expect(meetingOrigins({ PUBLIC_MEETINGS: url })).toEqual({ scripts: [url], connect: [url], directives: [] });
});

it.each(['https://rooms.example', 'Daily', 'http://127.0.0.1:54490/path', 'javascript:1'])(
  'a build stops at rooms of somebody else: %s',
  (PUBLIC_MEETINGS) => {
    expect(() => meetingOrigins({ PUBLIC_MEETINGS })).toThrow('PUBLIC_MEETINGS is');
  },
);
