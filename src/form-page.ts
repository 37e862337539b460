import { connected } from './backend/client.ts';
import { getCopy, getSite } from './copy.ts';
import type { FormPage } from './islands/form/Form.tsx';

/** What every form gets from the page that it stands on. */
export async function getFormPage(): Promise<FormPage> {
  const { email } = await getSite();
  const { data: common } = await getCopy('commonForm', 'common');
  const { data: toasts } = await getCopy('notifications', 'notifications');
  return { common, toasts, email, connected };
}
