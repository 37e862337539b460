/**
 * Holds a form that is sent before any script of the page has arrived: its dialog opens without one, and the browser
 * would send what was typed to a host of static files. It is compiled by itself and must import nothing
 * (src/build/integrations/inline-script.ts); held-submits.ts and unsubscribe.ts go on from the mark that it leaves.
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
