/** The delay between the scroll to the bottom and the click on the call button (ms; spec sections 2 and 9). */
const CLICK_AFTER_MS = 800;

for (const button of document.querySelectorAll('[data-tries-assistant]'))
  button.addEventListener('click', () => {
    scrollTo({ top: document.documentElement.scrollHeight });
    setTimeout(() => {
      // Not if the visitor has opened a dialog meanwhile, and not during a call, when the button would hang up.
      if (!document.querySelector('dialog:modal'))
        document.querySelector<HTMLElement>('[data-call-button][data-opens]')?.click();
    }, CLICK_AFTER_MS);
  });
