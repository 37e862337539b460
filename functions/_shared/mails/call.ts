import { outcomeOf } from '../../../src/voice/call-outcome.ts';
import { emailCopy } from '../email-copy.generated.ts';
import type { BothMails } from '../notifier.ts';
import type { StoredCall } from '../requests.ts';
import { withoutForeignContacts } from './foreign-contacts.ts';
import { fill, fillSubject, paragraphsMail, teamMail } from './layout.ts';

const copy = emailCopy['voice-call'];

const unit = (value: number, name: 'minute' | 'second') =>
  value.toLocaleString('en', { style: 'unit', unit: name, unitDisplay: 'long' });

/** A duration in words, for example "2 minutes 5 seconds". */
function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = seconds % 60;
  return [minutes > 0 ? unit(minutes, 'minute') : '', rest > 0 || minutes === 0 ? unit(rest, 'second') : '']
    .filter(Boolean)
    .join(' ');
}

/**
 * The mails of a call: everything to the team, the summary to the visitor.
 *
 * @param acknowledge whether the visitor's mail is sent
 * @param siteUrl the site's public URL
 */
export function callMails(call: StoredCall, acknowledge: boolean, teamEmail: string, siteUrl: string): BothMails {
  const { team, thanks } = copy;
  const { labels } = team;
  const name = call.name || team.unnamed;
  const length = inWords(call.duration_s);
  const ended = new Map(Object.entries(team.ended));
  const reported = call.end_reason !== 'no-report';
  const outcome = outcomeOf(call.end_reason);
  const failure = outcome === 'fault' || outcome === 'ours' ? team.failed[outcome] : undefined;
  const subject = !reported ? team.subjectWithoutCall : failure === undefined ? team.subject : team.subjectOfFailed;
  return {
    first: teamMail(
      call,
      teamEmail,
      fillSubject(subject, { name, length }),
      [
        [labels.length, reported ? length : ''],
        [labels.ended, ended.get(call.end_reason) ?? fill(failure ?? '{reason}', { reason: call.end_reason })],
        [labels.recording, call.recording_url && team.recording, call.recording_url],
      ],
      [
        { text: call.lead_known ? '' : team.unknownLead },
        // With an empty line between two answers or turns: words can be chosen to fill a line, but not to add one.
        { label: labels.outcome, text: call.outcome.replaceAll('\n', '\n\n') },
        { label: labels.summary, text: call.summary },
        { label: labels.transcript, text: call.transcript.replaceAll('\n', '\n\n') || (reported ? team.silent : '') },
      ],
      acknowledge ? team.closing : call.email ? team.closingWithoutMail : team.closingWithoutAddress,
    ),
    acknowledgement: () => {
      // Anyone can have the agent put their words into a summary and give somebody else's address.
      const summary = withoutForeignContacts(
        call.summary,
        {
          hosts: [siteUrl, emailCopy.siteUrl].map((url) => new URL(url).host),
          emails: [emailCopy.siteEmail, teamEmail].map((address) => address.toLowerCase()),
          phone: emailCopy.sitePhone,
        },
        thanks.removed,
      );
      return paragraphsMail(
        `${call.id}.summary`,
        call.email,
        thanks.subject,
        [
          ...thanks.opening.map((line) => fill(line, { length })),
          ...(summary ? [thanks.summary, summary] : [thanks.withoutSummary]),
          ...thanks.next,
        ],
        { label: thanks.link.label, href: new URL(thanks.link.href, siteUrl).href },
        undefined,
        thanks.closing,
      );
    },
  };
}
