import { useStore } from '@nanostores/react';
import copy from 'copy:call';
import { useEffect, useRef } from 'react';
import { $action, $prefill, settleAction } from '../../stores/action.ts';
import { $lastLead } from '../../stores/call.ts';
import type { DialogName } from '../../stores/dialogs.ts';
import type { Action } from '../../voice/action.ts';

const { actions } = copy;

/** A day, and a time if there is one, in words: Tuesday, November 24, 2026 at 10:30 AM. */
function inWords(day: string, time?: string): string {
  const instant = new Date(`${day}T${time ?? '12:00'}`);
  const date = instant.toLocaleDateString('en', { dateStyle: 'full' });
  return time ? `${date} at ${instant.toLocaleTimeString('en', { timeStyle: 'short' })}` : date;
}

/** The instant of a local day and time, as the times in the form of a booking are written. */
const instantOf = (day: string, time: string): string => new Date(`${day}T${time}`).toISOString().replace('.000Z', 'Z');

/** The dialog that an action opens, and what it fills in there. */
function formOf(action: Action): { dialog: DialogName; values: Record<string, string> } | undefined {
  switch (action.name) {
    case 'book-demo': {
      const { day, time } = action;
      return { dialog: 'demo-booking', values: { ...(day && { day, ...(time && { time: instantOf(day, time) }) }) } };
    }
    case 'leave-message':
      return { dialog: 'consultation', values: { message: action.message } };
    case 'start-application':
      return undefined;
  }
}

/** What an action is about: the time or the message that the agent has understood. */
function Understood({ action }: { action: Action }) {
  if (action.name === 'book-demo' && action.day) return <p>{inWords(action.day, action.time)}</p>;
  if (action.name === 'leave-message') return <blockquote>{action.message}</blockquote>;
  return null;
}

/** What the agent has put on the screen: a form to open, filled in, or a page. Nothing is sent from here. */
export function ActionCard() {
  const action = useStore($action);
  const lead = useStore($lastLead);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In new browsers it returns a promise, which must not be returned to React.
    card.current?.scrollIntoView({ block: 'nearest' });
  }, [action]);
  if (!action || !lead) return null;
  const { title, text, open } = actions[action.name];
  const { name, email } = lead;
  const form = formOf(action);
  const settle = () => settleAction(action.name);

  return (
    <div ref={card} className="action grid gap-2" role="group" aria-label={title}>
      <p className="font-bold">{title}</p>
      <Understood action={action} />
      <p>{text}</p>
      <div className="buttons flex flex-wrap gap-2">
        {form ? (
          <button
            type="button"
            className="button small"
            data-opens={form.dialog}
            onClick={() => $prefill.setKey(form.dialog, { name, email, ...form.values })}
          >
            {open}
          </button>
        ) : (
          <a className="button small" href="/internships/apply" onClick={settle}>
            {open}
          </a>
        )}
        <button type="button" className="button button-quiet small" onClick={settle}>
          {actions.decline}
        </button>
      </div>
    </div>
  );
}
