/**
 * Holds back a form that is submitted before the page's scripts have arrived: its dialog opens without them, and the
 * browser would post the input to a static file host. It is compiled separately and must not import anything
 * (src/build/integrations/inline-script.ts); held-submits.ts and unsubscribe.ts act on the attribute that it sets.
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
