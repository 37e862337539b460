import { contract, e2e, unit, type BrokenPromise } from '../promise.ts';

const SQL = 'supabase/migrations/20261125090250_meetings.sql';
const HANDLER = 'functions/meeting-access/handler.ts';
const LINKS = 'functions/_shared/meeting-links.ts';
const NOTIFIER = 'functions/_shared/notifier.ts';

/** Who gets into a room, and how they come to know of it (decision 028). */
export const meetings: readonly BrokenPromise[] = [
  {
    name: 'meeting-link-ends-with-its-time',
    from: 'decision 028',
    promise: 'A link to a room ends when the call is moved.',
    file: LINKS,
    find: '.update(`${kind}.${booking}.${new Date(startsAt).toISOString()}`)',
    replace: '.update(`${kind}.${booking}`)',
    caughtBy: unit('meeting-links', 'is another one for another booking, time, key, person and expiry'),
  },
  {
    name: 'meeting-link-ends-with-an-answer',
    from: 'decision 028',
    promise: 'A link to a room ends when the booking is declined.',
    file: SQL,
    find: "select case when newest.answer = 'confirmed' then newest.starts_at end",
    replace: 'select newest.starts_at',
    caughtBy: contract('meeting-access', 'ends when the booking is declined, and when it is erased'),
  },
  {
    name: 'meeting-links-in-constant-time',
    from: 'decision 028',
    promise: 'How long a link is compared does not tell how much of it is right.',
    file: LINKS,
    find: 'return isOneOf([host ? hostTicket(appointment, host) : visitorSecret(appointment)], secret);',
    replace: 'return (host ? hostTicket(appointment, host) : visitorSecret(appointment)) === secret;',
    caughtBy: unit('meeting-links', 'is compared in constant time'),
  },
  {
    name: 'meeting-links-are-limited',
    from: 'decision 028',
    promise: 'A network can try only so many wrong links.',
    file: HANDLER,
    find: 'return (await store.countTry(visitor)) ? NO_MEETING : TOO_MANY;',
    replace: 'return NO_MEETING;',
    caughtBy: contract('meeting-access', 'is tried at most twenty times in ten minutes'),
  },
  {
    name: 'right-links-are-limited',
    from: 'decision 028',
    promise: 'One link cannot use up what the provider allows for all.',
    file: HANDLER,
    find: "return (await store.countUse(`${booking} ${session ?? ''}`)) ? guest : TOO_OFTEN;",
    replace: 'return guest;',
    caughtBy: contract('meeting-access', 'a right link is used at most 600 times'),
  },
  {
    name: 'nobody-knocks-at-a-closed-room',
    from: 'decision 028',
    promise: 'Old links show nobody at the door.',
    file: HANDLER,
    find: 'if (now < opens || now >= closes) return NO_MEETING;',
    replace: '',
    caughtBy: contract('meeting-access', 'nobody knocks or ends a call while its room is closed'),
  },
  {
    name: 'host-link-ends-with-rights',
    from: 'decision 028',
    promise: 'Whoever was removed from the staff has no use of a host’s link.',
    file: HANDLER,
    find: 'const holds = ticket ? found.host !== null && ticket.expires * 1000 > Date.now() : true;',
    replace: 'const holds = ticket ? ticket.expires * 1000 > Date.now() : true;',
    caughtBy: contract('meeting-access', 'ends with the rights or the session of its owner at once'),
  },
  {
    name: 'room-before-its-link',
    from: 'decision 028',
    promise: 'A confirmed booking is not mailed before it has a room.',
    file: NOTIFIER,
    find: '    await rooms.ensure(roomOf(booking_id), hoursOf(starts_at));\n',
    replace: '',
    caughtBy: contract('meeting-mails', 'has a room before its link is mailed'),
  },
  {
    name: 'declined-room-is-removed',
    from: 'decision 028',
    promise: 'A booking that is moved or declined loses its room.',
    file: NOTIFIER,
    find: 'await rooms.remove(roomOf(booking_id))',
    replace: 'await Promise.resolve()',
    caughtBy: contract('meeting-mails', 'loses its room once it is declined'),
  },
  {
    name: 'knock-is-gone',
    from: 'decision 028',
    promise: 'The desk shows nobody who has stopped knocking.',
    file: SQL,
    find: 'from public.meeting_knocks where private.still_knocks(at) and not declined',
    replace: 'from public.meeting_knocks where not declined',
    caughtBy: contract('meeting-access', 'until they go or stop knocking'),
  },
  {
    name: 'desk-gives-no-session-to-a-room',
    from: 'decision 028',
    promise: 'The tab of a room gets nothing of the session of the desk.',
    file: 'src/apps/desk/meeting/use-room.ts',
    find: "window.open(address, '_blank', 'noopener,noreferrer');",
    replace: "window.open(address, '_blank');",
    caughtBy: e2e('desk-meeting', 'admitted or declined by keyboard, at 1440 pixels'),
  },
];
