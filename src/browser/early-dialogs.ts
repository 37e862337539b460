/**
 * What a dialog does before the page's scripts have arrived, since it opens without them. Its buttons close it, and a
 * submit is held back: the browser would post the input to a static file host. It is compiled separately and must not
 * import anything (src/build/integrations/inline-script.ts); held-submits.ts and unsubscribe.ts act on the attribute
 * that it sets.
 */
document.addEventListener(
  'submit',
  (event) => {
    const { dataset } = event.target as HTMLFormElement;
    if (!('island' in dataset || 'unsubscribe' in dataset) || 'ready' in dataset) return;
    event.preventDefault();
    dataset['held'] = '';
  },
  true,
);
document.addEventListener('click', ({ target }) => {
  (target as Element).closest('[data-closes]')?.closest('dialog')?.close();
});
document.addEventListener(
  'close',
  // A held submit that the visitor then canceled must not be sent.
  ({ target }) => (target as Element).querySelector('form')?.removeAttribute('data-held'),
  true,
);
