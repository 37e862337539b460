// The logo leads to the top. On the home page itself that needs no new page.
document.querySelector('[data-to-top]')?.addEventListener('click', (event) => {
  if (location.pathname !== '/' || !(event instanceof MouseEvent) || event.ctrlKey || event.metaKey || event.shiftKey)
    return;
  event.preventDefault();
  if (location.hash) history.pushState(null, '', '/');
  scrollTo({ top: 0 });
});
