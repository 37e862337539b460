import common from 'copy:common';
import copy from 'copy:consultation';
import { CONTACT_LIMITS, contactKind, contactRequest, type ContactRequest } from '../../backend/contact-submission.ts';
import { settleAction } from '../../stores/action.ts';
import { $dialog } from '../../stores/dialogs.ts';
import { showToast } from '../../stores/toasts.ts';
import { EmailField } from '../form/EmailField.tsx';
import { TextField } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { useForm } from '../form/use-form.ts';

const { fields } = copy;
const { optional } = common;

/** The form of the consultation dialog (spec section 2). */
export default function ConsultationForm() {
  const form = useForm<ContactRequest>({
    name: 'consultation',
    rules: { schema: contactRequest, limits: CONTACT_LIMITS, fields },
    failure: copy.failure,
    kind: () => contactKind,
    onStored(_values, element, unchanged) {
      if (unchanged) element.reset();
      settleAction('leave-message');
      // Another dialog may be open by now.
      if ($dialog.get() === 'consultation') $dialog.set(null);
      showToast({ tone: 'success', ...copy.success });
    },
  });
  return (
    <Form form={form} words={copy} dialog="consultation" labelledBy="consultation-title">
      <TextField form={form} name="name" copy={fields.name} autoComplete="name" autoFocus />
      <EmailField form={form} copy={fields.email} />
      <div className="pair">
        <TextField form={form} name="phone" copy={fields.phone} optional={optional} type="tel" autoComplete="tel" />
        <TextField form={form} name="company" copy={fields.company} optional={optional} autoComplete="organization" />
      </div>
      <TextField form={form} name="message" copy={fields.message} optional={optional} rows={4} />
    </Form>
  );
}
