import { emailCopy } from '../email-copy.generated.ts';
import type { BothMails } from '../notifier.ts';
import type { StoredApplication } from '../requests.ts';
import type { Resume } from '../resumes.ts';
import { acknowledgementMail, fillSubject, teamMail } from './layout.ts';

const { acknowledgement, team } = emailCopy['internship-application'];
const { positions, availabilities } = emailCopy;

const named = (names: Record<string, string>, value: string) => names[value] ?? value;

/** The mails of an application, to the team and the applicant. The applicant's repeats nothing that was typed. */
export function applicationMails(request: StoredApplication, resume: Resume, teamEmail: string): BothMails {
  const position = named(positions, request.position);
  const size = `${Math.max(1, Math.round(request.resume_size / 1024))} KB`;
  return {
    first: teamMail(
      request,
      teamEmail,
      fillSubject(team.subject, { name: request.name, position }),
      [
        [team.labels.phone, request.phone],
        [team.labels.position, position],
        [team.labels.availability, named(availabilities, request.availability)],
        resume.state === 'stored'
          ? [team.labels.resume, team.resume.open, resume.link]
          : [team.labels.resume, team.resume[resume.state]],
        [team.labels.file, request.resume_name && `${request.resume_name} (${size})`],
      ],
      [
        { label: team.labels.motivation, text: request.motivation },
        { label: team.labels.experience, text: request.experience },
      ],
      resume.state === 'stored' ? `${team.resume.lasts} ${team.closing}` : team.closing,
    ),
    acknowledgement: () => acknowledgementMail(request, acknowledgement),
  };
}
