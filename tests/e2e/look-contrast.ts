import type { Page } from 'playwright/test';

/**
 * Text with too little contrast, one line each: it needs 4.5, or 3 if it is large (WCAG 2.2, 1.4.3). Its background is
 * the fill of the nearest ancestor that has one. axe skips the top layer, where the toasts are.
 *
 * @param ground the background of all text, instead of any fill: fills are not printed
 */
export const findPale = (page: Page, ground?: string): Promise<string[]> =>
  page.evaluate((ground) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    if (!canvas) throw new Error('no canvas');
    /** A CSS color in bytes, with its alpha. */
    const bytes = (colour: string) => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data];
    };
    const luminance = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = bytes(colour).map((value) =>
        value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const fillUnder = (element: Element | null): string => {
      if (!element) return '#ffffff';
      const { backgroundColor } = getComputedStyle(element);
      return bytes(backgroundColor)[3] === 255 ? backgroundColor : fillUnder(element.parentElement);
    };
    const found = new Set<string>();
    for (const element of document.querySelectorAll('body *')) {
      const text = [...element.childNodes].find(({ nodeType, nodeValue }) => nodeType === 3 && nodeValue?.trim());
      if (!text || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest('[aria-hidden=true], [aria-disabled=true], :disabled, svg, option, script, style')) continue;
      const { color, fontSize, fontWeight, clipPath } = getComputedStyle(element);
      if (clipPath === 'inset(50%)') continue;
      const fill = ground ?? fillUnder(element);
      const [darker = 0, lighter = 0] = [luminance(color), luminance(fill)].sort((one, other) => one - other);
      const contrast = (lighter + 0.05) / (darker + 0.05);
      const isLarge = parseFloat(fontSize) >= (Number(fontWeight) >= 700 ? 18.66 : 24);
      if (contrast < (isLarge ? 3 : 4.5))
        found.add(
          `is pale, ${contrast.toFixed(1)}: “${text.nodeValue?.trim().slice(0, 40) ?? ''}” ${color} on ${fill}`,
        );
    }
    return [...found];
  }, ground);
