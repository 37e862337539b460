import { emailCopy } from '../email-copy.generated.ts';
import type { RequestMails } from '../notifier.ts';
import type { StoredContact } from '../requests.ts';
import { fillSubject, paragraphsMail, teamMail } from './layout.ts';

const copy = emailCopy['contact-notification'];

/** The mails of a contact request, to the team and the visitor. The visitor's repeats nothing that was typed. */
export function contactMail(request: StoredContact, teamEmail: string): RequestMails {
  const { name, subject, message } = request;
  const { acknowledgement, team } = copy;
  return {
    team: teamMail(
      request,
      teamEmail,
      fillSubject(team.subject, { name, subject }),
      [[team.labels.subject, subject]],
      [{ text: message }],
      team.closing,
    ),
    acknowledgement: paragraphsMail(
      `${request.id}.acknowledgement`,
      request.email,
      acknowledgement.subject,
      acknowledgement.paragraphs,
    ),
  };
}
