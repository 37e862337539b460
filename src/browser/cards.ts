// A click anywhere on a card clicks its control, unless it ends a text selection.
document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || target.closest('a, button, summary')) return;
  const card = target.closest('[data-card]');
  if (card && getSelection()?.isCollapsed) card.querySelector<HTMLElement>('a, button, summary')?.click();
});
