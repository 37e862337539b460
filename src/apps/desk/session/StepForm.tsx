import { useRef, useState, type ReactNode } from 'react';
import { Button } from '../shell/Button.tsx';

interface Props {
  title: string;
  /** Said when somebody comes here, for example why they were signed out. */
  said?: string | undefined;
  submit: string;
  /** The button's words while the server is asked. */
  submitting: string;
  /** Returns why it was refused. Field problems are the caller's; it returns null then. */
  onSubmit: (values: Record<string, string>) => Promise<string | undefined> | null;
  /** Beside the button. */
  further?: ReactNode;
  children: ReactNode;
}

/** One step of the sign-in. A refusal is announced, and the first field can be typed again at once. */
export function StepForm({ title, said, submit, submitting, onSubmit, further, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState<string>();

  async function send(): Promise<void> {
    if (busy || !form.current) return;
    const answer = onSubmit(Object.fromEntries([...new FormData(form.current)] as [string, string][]));
    setRefused(undefined);
    if (!answer) {
      // After the problems are on the screen.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
      return;
    }
    setBusy(true);
    const why = await answer;
    setBusy(false);
    setRefused(why);
    // Whatever was typed last is probably wrong.
    if (why) [...form.current.querySelectorAll('input')].at(-1)?.select();
  }
  return (
    <form
      ref={form}
      className="form"
      noValidate
      aria-labelledby="step-title"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h2 className="text-2xl" id="step-title">
        {title}
      </h2>
      <div role="status">{said && !refused && <p className="notice">{said}</p>}</div>
      {children}
      <div role="alert">{refused && <p className="notice notice-error">{refused}</p>}</div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {busy ? submitting : submit}
        </Button>
        {further}
      </div>
    </form>
  );
}
