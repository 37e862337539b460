// The logo leads to the top of the home page. On the home page itself, it only scrolls.
document.querySelector('[data-to-top]')?.addEventListener('click', (event) => {
  if (location.pathname !== '/' || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  if (location.hash) history.pushState(null, '', '/');
  scrollTo({ top: 0 });
});
