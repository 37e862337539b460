// The menu of narrow screens closes on a link, on a click outside it, when the focus leaves it, and on Escape.
const menu = document.querySelector<HTMLDetailsElement>('.menu');
const closeMenu = () => menu?.removeAttribute('open');
menu?.addEventListener('click', ({ target }) => {
  if ((target as Element).closest('a')) closeMenu();
});
menu?.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) closeMenu();
});
document.addEventListener('pointerdown', ({ target }) => {
  if (!menu?.contains(target as Node)) closeMenu();
});
document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu?.open) return;
  closeMenu();
  menu.querySelector('summary')?.focus();
});
