import copy from 'copy:waiting-list';
import {
  NOTIFICATION_LIMITS,
  notificationKind,
  notificationRequest,
  type NotificationRequest,
} from '../../backend/notification-request.ts';
import { showToast } from '../../stores/toasts.ts';
import { EmailField } from '../form/EmailField.tsx';
import { TextField } from '../form/Field.tsx';
import { Form } from '../form/Form.tsx';
import { useForm } from '../form/use-form.ts';

interface Props {
  /** What the visitor waits for (spec section 3). */
  resource: { resourceType: string; name: string };
}

const { fields, success } = copy;

/** The form of a notify-me card (spec section 2). */
export default function WaitingListForm({ resource: { resourceType, name } }: Props) {
  const form = useForm<NotificationRequest>({
    name: 'waiting-list',
    rules: { schema: notificationRequest, limits: NOTIFICATION_LIMITS, fields },
    failure: copy.failure,
    missing: copy.missing,
    kind: () => notificationKind(resourceType),
    beside: () => resourceType,
    onStored(_values, element, unchanged) {
      if (unchanged) element.reset();
      showToast({ tone: 'success', title: success.title, text: success.text.replace('{resource}', () => name) });
    },
  });
  return (
    <Form form={form} words={copy} labelledBy="waiting-list-title">
      <div className="pair">
        <TextField form={form} name="name" copy={fields.name} autoComplete="name" />
        <EmailField form={form} copy={fields.email} />
      </div>
    </Form>
  );
}
