import type { HTMLElement } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { linkIn, partOf, readBuilt, textOf } from '../setup/built-pages.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const site = readSite();
const built = readBuilt((await sharedBuild()).folder, site.url);
const footer = partOf(built, '/', 'footer');

/** A column of the footer. */
function column(title: string): HTMLElement {
  const found = footer.querySelectorAll('nav > div').find((one) => one.querySelector('h2')?.text === title);
  if (!found) throw new Error(`The footer has no column ${title}`);
  return found;
}

describe('the footer', () => {
  it.each([
    ['About', '/#what-we-deliver'],
    ['Programs', '/#programs'],
    ['Internships', '/#internships'],
    ['Contact', '/#contact'],
  ])('has a column %s whose title leads to %s', (title, address) => {
    expect(column(title).querySelector('h2 a')?.getAttribute('href')).toBe(address);
  });

  it.each([
    ['Quick Links', "See What We've Built", '/flow'],
    ['Quick Links', 'AI Portfolio', '/ai-portfolio'],
    ['Resources', 'Research', '/research'],
    ['Resources', 'Portfolio', '/ai-portfolio'],
    ['Resources', 'Resource Hub', '/resources'],
  ])('has in its list %s the link %s', (title, label, address) => {
    expect(linkIn(column(title), label)?.getAttribute('href')).toBe(address);
  });

  it.each(['Case Studies', 'Sample MoU Templates'])('marks %s as coming soon, without a link', (label) => {
    // Without an address it can't be followed, nor be reached with the keyboard.
    expect(linkIn(column('Resources'), `${label} Coming Soon`)?.attributes).toEqual({
      role: 'link',
      'aria-disabled': 'true',
    });
  });

  it('has tagline, address, the year, the legal links and a link to each network', () => {
    const text = textOf(footer);
    expect(text).toContain('Transforming vision into action at the intersection of strategy and technology.');
    expect(text).toContain(`© ${new Date().getFullYear()} ${site.name}`);
    expect(linkIn(footer, site.email)?.getAttribute('href')).toBe(`mailto:${site.email}`);
    for (const [label, address] of [
      ['Privacy Policy', '/privacy-policy'],
      ['Terms of Service', '/terms-of-service'],
      ['Accessibility', '/accessibility'],
    ] as const)
      expect(linkIn(footer, label)?.getAttribute('href')).toBe(address);
    for (const network of ['LinkedIn', 'Twitter', 'Facebook', 'Instagram'])
      expect(footer.querySelector(`a[aria-label=${network}]`)?.getAttribute('href')).toMatch(/^https:/);
  });
});
