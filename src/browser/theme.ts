/** The choice of the colours in the footer. early-theme.ts puts on what was chosen when the next page is read. */
const root = document.documentElement;
const colours = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
const bySystem = [...colours].map(({ media }) => media);

/** Lets the browser's own edge have the colour that the page has. */
function colourEdge(): void {
  const chosen = root.dataset['theme'];
  for (const [index, meta] of colours.entries())
    meta.media = chosen === undefined ? (bySystem[index] ?? '') : bySystem[index]?.includes(chosen) ? 'all' : 'not all';
}

for (const option of document.querySelectorAll<HTMLInputElement>('[name="theme"]')) {
  option.checked = option.value === (root.dataset['theme'] ?? 'system');
  option.addEventListener('change', () => {
    if (option.value === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = option.value;
    colourEdge();
    try {
      if (option.value === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', option.value);
    } catch {
      // Storage is switched off: the choice holds for this page.
    }
  });
}
colourEdge();

export {};
