/**
 * Applies the visitor's color choice before the first paint. This script is compiled separately and must not import
 * anything (src/build/integrations/inline-script.ts). Once the page has loaded, theme.ts takes over the attribute.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is switched off: the page follows the operating system.
}
