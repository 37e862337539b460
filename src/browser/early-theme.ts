/**
 * Puts on the colours that the visitor has chosen before anything is painted. It is compiled by itself and must import
 * nothing (src/build/integrations/inline-script.ts); theme.ts goes on from the attribute.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // Storage is switched off: the system decides.
}
