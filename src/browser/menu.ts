// The menu of narrow screens closes on a link, on a click outside it, when the focus leaves it, and on Escape.
const menu = document.querySelector<HTMLDetailsElement>('.menu');
const closeMenu = () => menu?.removeAttribute('open');
const closeUnlessIn = (place: EventTarget | null) => {
  if (place && !menu?.contains(place as Node)) closeMenu();
};
menu?.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a')) closeMenu();
});
menu?.addEventListener('focusout', ({ relatedTarget }) => closeUnlessIn(relatedTarget));
document.addEventListener('pointerdown', ({ target }) => closeUnlessIn(target));
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu?.open) return;
  closeMenu();
  menu.querySelector('summary')?.focus();
});
