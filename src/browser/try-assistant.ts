/** How long after the scroll to the bottom the call button is clicked (milliseconds; spec sections 2 and 9). */
const CLICK_AFTER_MS = 800;

for (const button of document.querySelectorAll('[data-tries-assistant]'))
  button.addEventListener('click', () => {
    scrollTo({ top: document.documentElement.scrollHeight });
    setTimeout(() => {
      // During a call the button opens nothing: it would hang up.
      document.querySelector<HTMLElement>('[data-call-button][data-opens]')?.click();
    }, CLICK_AFTER_MS);
  });
