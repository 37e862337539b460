import copy from 'copy:call';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { openDraft } from '../form/draft.ts';
import { codePoints } from '../../backend/text-rules.ts';
import { $callView, $question, askAssistant, noteTyping } from '../../stores/call.ts';

const { panel } = copy;
/** Far below the limit of the call machine's messages (spec section 5: 4,096 characters, and quotes count as four). */
const LIMIT = 500;

/** A written question, for visitors who can't or would rather not speak. */
export function QuestionForm() {
  const [problem, setProblem] = useState('');
  const [draft] = useState(() => openDraft('call-question'));
  const [typed] = useState(() => $question.get() || (draft.values()['question'] ?? ''));
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    $question.set(typed);
    // Whoever chose to write has the focus here; a chat that goes on after a reload does not take it.
    const { written, resumed } = $callView.get();
    if (!written || resumed) return;
    input.current?.focus({ preventScroll: true });
    input.current?.setSelectionRange(LIMIT, LIMIT);
  }, [typed]);

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('question') as HTMLInputElement;
    const question = field.value.trim();
    if (question === '') return;
    if (codePoints(question) > LIMIT) setProblem(panel.tooLong.replace('{limit}', String(LIMIT)));
    else if (askAssistant(question)) {
      setProblem('');
      field.value = '';
      $question.set('');
      draft.clear();
    } else setProblem(panel.unsent);
  }

  return (
    <form className="question flex flex-wrap items-end gap-2" onSubmit={onSubmit} noValidate>
      <div role="alert" id="call-question-problem">
        {problem && <p className="problem">{problem}</p>}
      </div>
      <input
        ref={input}
        name="question"
        className="control"
        aria-label={panel.question}
        placeholder={panel.question}
        aria-invalid={problem ? true : undefined}
        aria-describedby="call-question-problem"
        defaultValue={typed}
        onInput={({ currentTarget }) => {
          $question.set(currentTarget.value);
          draft.save({ question: currentTarget.value });
          noteTyping();
        }}
        autoComplete="off"
        enterKeyHint="send"
      />
      <button type="submit" className="button small">
        {panel.send}
      </button>
    </form>
  );
}
