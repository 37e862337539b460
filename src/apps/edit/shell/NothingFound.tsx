import { focusSoon } from '../../../editing/client/shadow.ts';

/** What to do if no text has the words that are searched for. */
export const NothingFound = ({ onClear }: { onClear: () => void }) => (
  <div className="nothing">
    <p>Search looks for words as they are on the site. Try fewer of them, or only the beginning of one.</p>
    <button
      type="button"
      className="button quiet small"
      onClick={() => {
        onClear();
        focusSoon('search');
      }}
    >
      Show all content
    </button>
  </div>
);
