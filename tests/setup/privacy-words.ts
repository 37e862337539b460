import { readFileSync } from 'node:fs';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';
import { shownText } from './shown-text.ts';

/** The words of the privacy policy that cover a column; null if it says nothing about a person. */
type Words = Record<string, string | null>;

/** The columns of every request. */
const WITH_EACH: Words = {
  id: null,
  source: null,
  page: 'which page you sent it from',
  referrer_host: 'the host name of the site that led you here',
  utm_source: 'campaign parameters',
  utm_medium: 'campaign parameters',
  utm_campaign: 'campaign parameters',
  utm_term: 'campaign parameters',
  utm_content: 'campaign parameters',
  website: null,
  fill_ms: 'how long the form was open, to tell people from bots. The same goes for every other form',
  created_at: 'With each request we also store the time',
  claimed_at: null,
  tried_at: null,
};

/** The record of attempts to notify the team, in the tables that it is notified of; nothing about a person. */
const TRIES: Words = { tries: null, next_try_at: null, failure: null, dead_at: null, dead_told_at: null };

const inTable = (table: string, words: Words): Words =>
  Object.fromEntries(Object.entries({ ...WITH_EACH, ...words }).map(([column, text]) => [`${table}.${column}`, text]));

const ofTries = (table: string): Words =>
  Object.fromEntries(Object.keys(TRIES).map((column) => [`${table}.${column}`, null]));

/** What staff notes at the desk about a request, and the log of what it did. */
const AT_DESK: Words = {
  'desk_calls.id': null,
  'desk_calls.lead_id': null,
  'desk_calls.search': 'a list that our staff can search',
  'desk_requests.kind': null,
  'desk_requests.id': null,
  'desk_requests.created_at': 'With each request we also store the time',
  'desk_requests.name': 'your name, your address and what you wrote or said are copied',
  'desk_requests.email': 'your name, your address and what you wrote or said are copied',
  'desk_requests.subject': 'your name, your address and what you wrote or said are copied',
  'desk_requests.search': 'a list that our staff can search',
  'desk_requests.dead': null,
  'desk_requests.state': 'whether it is new, in work or done',
  'desk_requests.opened_at': 'when it was opened and answered',
  'desk_requests.answered_at': 'when it was opened and answered',
  'desk_requests.assigned_to': 'who takes care of it',
  'desk_requests.version': null,
  'desk_requests.changed_by': 'who changed it last',
  'desk_notes.id': null,
  'desk_notes.kind': null,
  'desk_notes.request_id': null,
  'desk_notes.author': 'notes of our staff about it',
  'desk_notes.text': 'notes of our staff about it',
  'desk_notes.created_at': 'notes of our staff about it',
  'desk_log.id': null,
  'desk_log.at': 'which of our staff did what with which request, and when',
  'desk_log.who': 'which of our staff did what with which request, and when',
  'desk_log.what': 'which of our staff did what with which request, and when',
  'desk_log.kind': 'which of our staff did what with which request, and when',
  'desk_log.request_id': 'which of our staff did what with which request, and when',
};

/** The words of the privacy policy that cover each stored column. Add new columns here, their words to the policy. */
export const COVERED: Words = {
  'contact_submissions.id': null,
  'contact_submissions.name': 'your name',
  'contact_submissions.email': 'your email address',
  'contact_submissions.subject': 'company if you gave them',
  'contact_submissions.message': 'your message',
  'contact_submissions.source': null,
  'contact_submissions.page': 'which page you sent it from',
  'contact_submissions.referrer_host': 'the host name of the site that led you here',
  'contact_submissions.utm_source': 'campaign parameters',
  'contact_submissions.utm_medium': 'campaign parameters',
  'contact_submissions.utm_campaign': 'campaign parameters',
  'contact_submissions.utm_term': 'campaign parameters',
  'contact_submissions.utm_content': 'campaign parameters',
  'contact_submissions.website': null,
  'contact_submissions.fill_ms': 'how long the form was open',
  'contact_submissions.created_at': 'the time',
  'contact_submissions.claimed_at': null,
  'contact_submissions.tried_at': null,
  ...ofTries('contact_submissions'),
  'contact_submissions.notified_at': 'when our team was told',
  'contact_submissions.acknowledged_at': 'when you were sent a confirmation',
  ...inTable('internship_applications', {
    ...TRIES,
    name: 'what the application form asks for: name',
    email: 'what the application form asks for: name, email address',
    phone: 'phone number if given',
    position: 'the position that interests you',
    experience: 'your experience',
    motivation: 'why you want to join',
    availability: 'when you could begin',
    resume_name: 'the file, its name and its size are kept',
    resume_extension: 'the file, its name and its size are kept',
    resume_size: 'the file, its name and its size are kept',
    notified_at: 'when our team was told',
    acknowledged_at: 'when you were sent a confirmation',
  }),
  ...inTable('demo_bookings', {
    ...TRIES,
    name: 'For a demo booking we store your name',
    email: 'For a demo booking we store your name, your email address',
    company: 'your company if you gave it',
    topic: 'the topic',
    starts_at: 'the day and time that suit you',
    time_zone: 'your time zone',
    note: 'your note',
    notified_at: 'when our team was told',
    acknowledged_at: 'when you were sent a confirmation',
  }),
  'booking_answers.id': null,
  'booking_answers.booking_id': null,
  'booking_answers.name': 'stored with your name, address, topic and time zone',
  'booking_answers.email': 'stored with your name, address, topic and time zone',
  'booking_answers.topic': 'stored with your name, address, topic and time zone',
  'booking_answers.time_zone': 'stored with your name, address, topic and time zone',
  'booking_answers.answer': 'the time that we confirm, propose or decline',
  'booking_answers.starts_at': 'the time that we confirm, propose or decline',
  'booking_answers.sequence': null,
  'booking_answers.note': 'what we wrote to you',
  'booking_answers.author': 'who answered',
  'booking_answers.passed_over': null,
  'booking_answers.created_at': 'when it was opened and answered',
  'booking_answers.claimed_at': null,
  'booking_answers.tried_at': null,
  ...ofTries('booking_answers'),
  'booking_answers.notified_at': 'when you were mailed',
  'booking_answers.acknowledged_at': null,
  ...inTable('notification_requests', {
    name: 'We store your name, your email address, what you want to hear about',
    email: 'We store your name, your email address, what you want to hear about',
    resource_type: 'what you want to hear about',
    notified_at: 'when you were told',
    unsubscribe_token: 'a link that takes your address off all our lists',
  }),
  ...inTable('voice_leads', {
    name: 'Before a call with the AI assistant you give your name',
    email: 'Before a call with the AI assistant you give your name and email address',
    notified_at: 'when our team was told',
  }),
  'meeting_knocks.booking_id': null,
  'meeting_knocks.name': 'the name that you enter and when you knocked are stored',
  'meeting_knocks.since': 'the name that you enter and when you knocked are stored',
  'meeting_knocks.at': 'the name that you enter and when you knocked are stored',
  // Whether to let the page know; deleted with the knock.
  'meeting_knocks.declined': null,
  'meeting_outcomes.booking_id': null,
  'meeting_outcomes.ended_at': 'when the call ended, how long it was',
  'meeting_outcomes.seconds': 'when the call ended, how long it was',
  'meeting_outcomes.worked': 'whether it worked if you tell us',
  'voice_calls.passed_over': null,
  // Found in the transcript and the way it ended.
  'voice_calls.asked': null,
  'voice_calls.failed': null,
  'voice_calls.id': null,
  'voice_calls.lead_id': null,
  'voice_calls.name': 'are stored with your name and email address',
  'voice_calls.email': 'are stored with your name and email address',
  'voice_calls.started_at': 'when it began and ended',
  'voice_calls.ended_at': 'when it began and ended',
  'voice_calls.duration_s': 'its length',
  'voice_calls.end_reason': 'the way it ended',
  'voice_calls.transcript': 'Its transcript',
  'voice_calls.outcome': 'what you wanted and which questions stayed open',
  'voice_calls.summary': 'a summary',
  'voice_calls.recording_url': 'a link to the recording',
  'voice_calls.created_at': 'when it began and ended',
  'voice_calls.claimed_at': null,
  'voice_calls.tried_at': null,
  ...ofTries('voice_calls'),
  'voice_calls.notified_at': 'when our team was told',
  'voice_calls.acknowledged_at': 'when you were sent a confirmation or the summary of a call',
  ...AT_DESK,
};

/** What a visitor agrees to before a call. */
export const CONSENT = 'you agree that it is recorded and transcribed';

/** What else the policy says. */
export const SAID = [
  'you agree to the call being recorded',
  'The call is recorded',
  'Both go to our voice provider with your voice',
  'a language model that it uses writes the answers',
  'If you do not agree to a recording, press Type Instead',
  'Recordings and notifications rest on your consent, which you can withdraw at any time',
  'You can ask at any time what we have stored about you, and have it corrected, deleted, or handed over',
  'you can also turn to the data protection authority where you live',
  'are removed from the transcript and the summary before we store or mail them',
  'We cannot remove them from the recording, or from what the voice provider keeps',
  'a salted hash of your network address is kept for ten minutes and used for nothing else',
  'If our forms are protected by Cloudflare Turnstile, the form that you begin to fill in loads',
  'until you start a call, enter a video meeting or, where forms are checked as described below, begin to fill one in',
  'go through our video provider Daily, or from browser to browser, to the others in the call',
  'Daily gets your network address, and so may the others',
  'keep logs of their own for some days, with your network address',
  'Backups of the database keep what was deleted for some weeks longer',
  'Nothing of a meeting is recorded, and we store neither picture nor sound nor what is written',
  'the error reports of the video provider’s software are blocked, and it does not look up where you are',
  'for video meetings Daily',
  'for the check of our forms, if there is one, Cloudflare',
  'All of this is deleted with the request',
  'but for no more than a year longer',
  'it has neither your name nor your address nor anything that you wrote',
] as const;

const POLICY = 'content/legal/privacy-policy.mdx';

/** The privacy policy as visitors read it, on one line: without notes, and without what is struck out. */
export function policy(source = readFileSync(POLICY, 'utf8')): string {
  return shownText(splitFrontmatter(source).text, POLICY).join(' ');
}
