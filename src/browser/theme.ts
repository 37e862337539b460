/** The color choice in the footer. early-theme.ts applies it when the next page loads. */
const root = document.documentElement;
const options = document.querySelectorAll<HTMLInputElement>('[name="theme"]');
const colours = document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]');
const bySystem = [...colours].map(({ media }) => media);

function wear(theme: string): void {
  if (theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = theme;
  for (const option of options) option.checked = option.value === theme;
  // The browser's own UI takes the page's color.
  for (const [index, meta] of colours.entries())
    meta.media = theme === 'system' ? (bySystem[index] ?? '') : bySystem[index]?.includes(theme) ? 'all' : 'not all';
}

for (const option of options)
  option.addEventListener('change', () => {
    wear(option.value);
    try {
      if (option.value === 'system') localStorage.removeItem('theme');
      else localStorage.setItem('theme', option.value);
    } catch {
      // Storage is switched off: the choice holds for this page.
    }
  });

/** Applies the latest choice, which may have been made on another page since this one was loaded. */
export function wearChosenTheme(): void {
  try {
    wear(localStorage.getItem('theme') ?? 'system');
  } catch {
    // Storage is switched off: the page keeps its theme.
  }
}
