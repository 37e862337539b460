/** How long after the scroll to the bottom the call button is clicked (milliseconds; spec sections 2 and 9). */
const CLICK_AFTER_MS = 800;

let timer: ReturnType<typeof setTimeout> | undefined;

for (const button of document.querySelectorAll('[data-tries-assistant]'))
  button.addEventListener('click', () => {
    scrollTo({ top: document.documentElement.scrollHeight });
    clearTimeout(timer);
    timer = setTimeout(() => {
      // Whoever has opened something else meanwhile keeps it. During a call the button opens nothing: it would hang up.
      if (!document.querySelector('dialog:modal'))
        document.querySelector<HTMLElement>('[data-call-button][data-opens]')?.click();
    }, CLICK_AFTER_MS);
  });
