import common from 'copy:common';
import copy from 'copy:internship';
import { useEffect, useState } from 'react';
import {
  APPLICATION_LIMITS,
  applicationKind,
  internshipApplication,
  type InternshipApplication,
} from '../../backend/internship-application.ts';
import { uploadResume } from '../../backend/upload-resume.ts';
import { handOnToast, showToast } from '../../stores/toasts.ts';
import { EmailField } from '../form/EmailField.tsx';
import { TextField } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { SelectField, type Choice } from '../form/SelectField.tsx';
import { useForm } from '../form/use-form.ts';
import { Approach } from './Approach.tsx';
import { Part } from './Part.tsx';
import { ResumeField } from './ResumeField.tsx';
import { useResume } from './use-resume.ts';

const { fields, parts } = copy;
const { optional } = common;

/** The page that follows, and the delay after the toast (milliseconds; spec sections 4 and 9). */
const AFTERWARDS = { href: '/#internships', delayMs: 2000 };

/** The required fields (spec section 5). */
const REQUIRED = ['name', 'email', 'position', 'motivation', 'availability'] as const;

const choices = (options: Record<string, string>): Choice[] =>
  Object.entries(options).map(([value, label]) => ({ value, label }));

/** The application form of /internships/apply (spec sections 2 to 5). */
export default function InternshipForm() {
  const resume = useResume(fields.resume);
  const [uploaded, setUploaded] = useState<number>();
  const [sent, setSent] = useState(false);
  const [answered, setAnswered] = useState(0);

  const form = useForm<InternshipApplication>({
    name: 'internship',
    rules: { schema: internshipApplication, limits: APPLICATION_LIMITS, fields },
    failure: copy.failure,
    missing: copy.missing,
    onValues: (values) => setAnswered(REQUIRED.filter((name) => values[name].trim() !== '').length),
    incomplete: copy.incomplete,
    further: async () => ({ resume: await resume.verify() }),
    beside() {
      const file = resume.current();
      return file ? [file.name, file.size, file.lastModified].join() : '';
    },
    kind: () =>
      applicationKind(resume.current(), async (...file) => {
        const outcome = await uploadResume(...file, setUploaded);
        setUploaded(undefined);
        return outcome;
      }),
    onStored(_values, element) {
      setSent(true);
      const toast = { tone: 'success', ...copy.success } as const;
      showToast(toast);
      setTimeout(() => {
        // Two seconds are too short to read the toast, so the next page shows it, too.
        handOnToast(toast);
        // A visitor who comes back starts with an empty form.
        element.reset();
        location.assign(AFTERWARDS.href);
      }, AFTERWARDS.delayMs);
    },
  });

  const { forgetProblems } = form;
  useEffect(() => forgetProblems('resume'), [resume.file, forgetProblems]);
  useEffect(() => {
    // The back/forward cache restores the page as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && sent) location.reload();
    };
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, [sent]);

  const locked = form.submitting || sent;
  const percent = uploaded === undefined ? undefined : Math.round(uploaded * 100);
  return (
    <Form
      form={form}
      words={copy}
      label={copy.label}
      sent={sent}
      progress={
        <>
          <Approach done={answered} total={REQUIRED.length} words={copy.progress} />
          {percent !== undefined && (
            <label className="progress grid gap-2">
              {fields.resume.uploading.replace('{percent}', String(percent))}
              <progress max={100} value={percent} />
            </label>
          )}
        </>
      }
    >
      <Part id="internship-part-1" title={parts.person} locked={locked}>
        <div className="pair">
          <TextField form={form} name="name" copy={fields.name} autoComplete="name" />
          <EmailField form={form} copy={fields.email} />
        </div>
        <TextField form={form} name="phone" copy={fields.phone} optional={optional} type="tel" autoComplete="tel" />
      </Part>
      <Part id="internship-part-2" title={parts.internship} locked={locked}>
        <div className="pair">
          <SelectField
            form={form}
            name="position"
            copy={fields.position}
            placeholder={fields.position.placeholder}
            choices={choices(fields.position.options)}
          />
          <SelectField
            form={form}
            name="availability"
            copy={fields.availability}
            placeholder={fields.availability.placeholder}
            choices={choices(fields.availability.options)}
          />
        </div>
        <TextField form={form} name="motivation" copy={fields.motivation} rows={5} />
      </Part>
      <Part id="internship-part-3" title={parts.work} locked={locked}>
        <TextField form={form} name="experience" copy={fields.experience} optional={optional} rows={5} />
        <ResumeField copy={fields.resume} optional={optional} resume={resume} locked={locked} />
      </Part>
    </Form>
  );
}
