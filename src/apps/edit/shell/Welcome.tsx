import { halfDisc } from '../../../brand/arch.ts';

/** What is shown if nothing is open: how editing works. */
export const Welcome = () => (
  <section className="welcome" aria-labelledby="welcome">
    <svg className="inks" viewBox="0 0 120 36" aria-hidden="true">
      <path className="campus" d={halfDisc(8, 66, 34)} />
      <path className="company" d={halfDisc(54, 112, 34)} />
      <path className="deck" d="M0 34h120v2H0z" />
    </svg>
    <h2 id="welcome" tabIndex={-1}>
      Choose a text
    </h2>
    <ol className="steps">
      <li>
        <strong>Find it</strong> in the list, or search for words that you have seen on the site.
      </li>
      <li>
        <strong>Save</strong> as often as you like. Nothing is public: your words are on a proposal of your own.
      </li>
      <li>
        <strong>Propose</strong> when all of it is as it should be. Others see what you have changed, and publish it.
      </li>
    </ol>
  </section>
);
