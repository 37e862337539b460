import copy from 'copy:call';
import { useState, type SubmitEvent } from 'react';
import { codePoints } from '../../backend/text-rules.ts';
import { askAssistant } from '../../stores/call.ts';

const { panel } = copy;
/** Far below what a message of the call machine can carry (spec section 5: 4,096 characters, and quotes count four). */
const LIMIT = 500;

/** A question in writing, for whoever can't speak or would rather not. */
export function QuestionForm() {
  const [problem, setProblem] = useState('');

  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('question') as HTMLInputElement;
    const question = field.value.trim();
    if (question === '') return;
    if (codePoints(question) > LIMIT) setProblem(panel.tooLong.replace('{limit}', String(LIMIT)));
    else if (askAssistant(question)) {
      setProblem('');
      field.value = '';
    } else setProblem(panel.unsent);
  }

  return (
    <form className="question" onSubmit={onSubmit} noValidate>
      <div role="alert" id="call-question-problem">
        {problem && <p className="problem">{problem}</p>}
      </div>
      <input
        name="question"
        className="control"
        aria-label={panel.question}
        placeholder={panel.question}
        aria-invalid={problem ? true : undefined}
        aria-describedby="call-question-problem"
        autoComplete="off"
        enterKeyHint="send"
      />
      <button type="submit" className="button small">
        {panel.send}
      </button>
    </form>
  );
}
