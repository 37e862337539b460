import { isOwn } from '../../lib/own-names.ts';

/** What the policy of the video room must allow. */
export interface MeetingOrigins {
  scripts: string[];
  connect: string[];
  directives: string[];
}

/** A domain of Daily's, for requests and WebSockets. */
const both = (host: string) => [`https://${host}`, `wss://${host}`];

/**
 * The origins that video calls need: none, those of Daily, or the local rooms. Where errors are reported to is not among
 * them, so nothing about a call gets there.
 *
 * @param env PUBLIC_MEETINGS: '' for off, `daily`, or the address of the local rooms
 * @throws Error if it is anything else
 */
export function meetingOrigins({ PUBLIC_MEETINGS: meetings }: Record<string, string | undefined>): MeetingOrigins {
  if (!meetings) return { scripts: [], connect: [], directives: [] };
  if (meetings === 'daily')
    return {
      // The call machine.
      scripts: ['https://c.daily.co'],
      connect: ['*.daily.co', '*.pluot.blue', '*.dailywebrtc.com', '*.dailywebrtc.net'].flatMap(both),
      directives: ["worker-src 'self' blob:"],
    };
  const url = URL.parse(meetings);
  if (!url || !isOwn(url.hostname) || url.origin !== meetings)
    throw new Error(
      `PUBLIC_MEETINGS is "${meetings}" but must be daily, or empty if video calls are off. \`npm start\` sets it for itself.`,
    );
  return { scripts: [meetings], connect: [meetings], directives: [] };
}
