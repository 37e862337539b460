import type { Words } from './title-and-body.ts';

/** The longest title that GitHub shows whole in its lists, in characters. */
const LONGEST = 72;

/** The title and the description of a proposal. */
export function WordsForm({ words, onChange }: { words: Words; onChange: (words: Words) => void }) {
  const over = words.title.length > LONGEST;
  return (
    <>
      <div className="field">
        <label htmlFor="proposal-title">What it changes, in a few words</label>
        <p className="hint" id="proposal-title-hint">
          For whoever reviews it. For example: Announce the dates of the spring program
        </p>
        <input
          id="proposal-title"
          className="control"
          value={words.title}
          autoComplete="off"
          aria-describedby="proposal-title-hint"
          onChange={({ target }) => onChange({ ...words, title: target.value.replace(/\n/g, ' ') })}
        />
        {over && <p className="hint">{`Lists cut off titles that are longer than ${LONGEST} characters.`}</p>}
      </div>
      <div className="field">
        <label htmlFor="proposal-body">Description</label>
        <p className="hint" id="proposal-body-hint">
          What you have changed is listed already. Add why, if that is not obvious.
        </p>
        <textarea
          id="proposal-body"
          className="control"
          rows={4}
          value={words.body}
          aria-describedby="proposal-body-hint"
          onChange={({ target }) => onChange({ ...words, body: target.value })}
        />
      </div>
    </>
  );
}
