/**
 * Applies the visitor's color choice before the first paint. It is compiled separately and must not import anything
 * (src/build/integrations/inline-script.ts); theme.ts takes over from the attribute.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is switched off: the system decides.
}
