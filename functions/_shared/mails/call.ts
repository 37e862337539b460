import { emailCopy } from '../email-copy.generated.ts';
import type { RequestMails } from '../notifier.ts';
import type { StoredCall } from '../requests.ts';
import { fill, paragraphsMail, teamMail } from './layout.ts';

const copy = emailCopy['voice-call'];
const NO_ORIGIN = {
  page: '',
  referrer_host: '',
  utm_source: '',
  utm_medium: '',
  utm_campaign: '',
  utm_term: '',
  utm_content: '',
};

const unit = (value: number, name: 'minute' | 'second') =>
  value.toLocaleString('en', { style: 'unit', unit: name, unitDisplay: 'long' });

/** A length in seconds, for example "2 minutes 5 seconds". */
function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? unit(minutes, 'minute') : '', rest > 0 || minutes === 0 ? unit(rest, 'second') : '']
    .filter(Boolean)
    .join(' ');
}

/**
 * What the team and the visitor get of a call: the team the whole, the visitor the summary.
 *
 * @param siteUrl where the site is published
 */
export function callMail(call: StoredCall, teamEmail: string, siteUrl: string): RequestMails {
  const { team, thanks } = copy;
  const { labels } = team;
  const request = { ...NO_ORIGIN, ...call };
  const name = call.name || team.unnamed;
  const length = inWords(call.duration_s);
  const ended: Record<string, string> = team.ended;
  const reported = call.end_reason !== 'no-report';
  const subject = reported ? team.subject : team.subjectWithoutCall;
  return {
    team: teamMail(
      request,
      teamEmail,
      fill(subject, { name, length }),
      [
        [labels.length, reported ? length : ''],
        [labels.ended, ended[call.end_reason] ?? call.end_reason],
        [labels.recording, call.recording_url && team.recording, call.recording_url],
      ],
      [
        { text: call.lead_known ? '' : team.unknownLead },
        { label: labels.summary, text: call.summary },
        { label: labels.transcript, text: call.transcript || (reported ? team.silent : '') },
      ],
      call.lead_known && call.duration_s > 0 ? team.closing : team.closingWithoutCall,
    ),
    acknowledgement: paragraphsMail(
      `${call.id}.summary`,
      call.email,
      thanks.subject,
      [
        ...thanks.opening.map((line) => fill(line, { length })),
        ...(call.summary ? [thanks.summary, call.summary] : [thanks.withoutSummary]),
        ...thanks.next,
      ],
      { label: thanks.link.label, href: new URL(thanks.link.href, siteUrl).href },
      undefined,
      thanks.closing,
    ),
  };
}
