/*
 * What the pages say, read from their HTML: that takes no browser. That everything in it can be seen, whole and in
 * place, is what tests/e2e/look.spec.ts checks.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { SPECULATION_RULES } from '../../src/build/speculation-rules.ts';
import { partOf, readBuilt, textOf, textsOf } from '../setup/built-pages.ts';
import { PAGES } from '../setup/pages.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const site = readSite();
const { folder } = await sharedBuild();
const built = readBuilt(folder, site.url);
const part = (path: string, selector: string) => partOf(built, path, selector);

it('the pages are those that the tests in the browser visit', () => {
  expect(built.pages.map(({ path }) => path).sort()).toEqual([...PAGES].sort());
});

it('every page has the rules for prerendering, and its CSP allows them', () => {
  const hash = createHash('sha256').update(SPECULATION_RULES).digest('base64');
  for (const { path, document } of built.pages) {
    expect(document.querySelector('head script[type=speculationrules]')?.rawText, path).toBe(SPECULATION_RULES);
    const policy = document.querySelector('meta[http-equiv=content-security-policy]')?.getAttribute('content');
    expect(policy, path).toContain(`'sha256-${hash}'`);
  }
});

describe('the home page', () => {
  /** Spec section 1: what each section says. */
  const SECTIONS = [
    ['.hero', ['Trusted by 50+ companies and universities']],
    [
      '#what-we-do',
      ['Custom SaaS platforms', 'Business automation', 'Web applications', 'Data dashboards', 'Industry solutions'],
    ],
    ['#who-we-help', ['For Businesses', 'For Universities', 'For Students', '15-minute']],
    ['#what-we-deliver', ['University talent network', 'Modern technology', 'Flexible teams']],
    [
      '#ai-saas',
      [
        'Workflow Automation',
        'Predictive Analytics',
        'Data Integration',
        'Digital Brain Platform',
        '40% less manual work',
      ],
    ],
    ['#how-it-works', ['Pilot', 'Structured programs', 'Strategic partnership', '3 guided projects in months 2-4']],
    [
      '#programs',
      [
        'Hackathons',
        '48-hour',
        'Seminars and webinars',
        'Talent programs',
        '4-6 months from launch to impact',
        'Week 1',
        'Kick-off webinar',
        '3 guided projects',
        'months 2-4',
        '5-10 internships',
        'months 4-6',
        'Ongoing',
        'Impact dashboard',
      ],
    ],
    ['#why-choose', ['40%', 'lower cost', '70%', 'labor saving', '5x', 'agility', '3x', 'faster insights']],
    ['#proof', ['500+', 'students trained', '50+', 'internships', '10+', 'partners', '15+', 'projects']],
    ['#internships', ['3-6 months', 'about 5 minutes']],
    ['#assistant', ['2-3 minutes', '6-8 weeks', '2-4 weeks']],
    ['#contact', ['15-minute', '24 hours']],
  ] as const;

  it.each(SECTIONS)('says in %s what the spec says', (section, words) => {
    const text = textOf(part('/', `section${section}`));
    for (const said of words) expect(text).toContain(said);
  });

  it('shows partners, the program in order, two institutions, four counters and two testimonials', () => {
    expect(textsOf(part('/', '[aria-labelledby=partners-label]').querySelectorAll('li'))).toEqual([
      'Universities',
      'Hospitals',
      'Corporations',
      'Students',
      'Startups',
    ]);
    const steps = textsOf(part('/', '#programs').querySelectorAll('ol h4'));
    expect([steps[0], steps.at(-1)]).toEqual(['Kick-off webinar', 'Impact dashboard']);
    const proof = part('/', '#proof');
    expect(proof.querySelectorAll('h3')).toHaveLength(2);
    expect(textsOf(proof.querySelectorAll('dd'))).toEqual(['500+', '50+', '10+', '15+']);
    expect(proof.querySelectorAll('blockquote')).toHaveLength(2);
    // The institutions and testimonials are not real yet, and the page says so.
    expect(textsOf(proof.querySelectorAll('.mark'))).toEqual(['Sample', 'Sample', 'Sample', 'Sample']);
  });
});

/** Spec section 3: title, duration, deliverable of each stage. */
const STAGES = [
  ['Discovery & Vision Alignment', '1-2 weeks', 'Discovery Summary'],
  ['Scope Definition', '1-2 weeks', 'Comprehensive Scope Sheet'],
  ['Clarification & Refinement', '1 week', 'Refined & Agreed Scope Document'],
  ['Scope Sign-Off', 'Milestone: Scope Freeze', 'Signed Scope Agreement'],
  ['Planning & Estimation', '1-2 weeks', 'Complete Project Roadmap'],
  ['Partnership Launch', 'Week 1 of the transformation', 'Regular progress reviews'],
] as const;

it('/flow has six stages with number, title, duration and deliverable, under the average timeline', () => {
  const main = part('/flow', 'main');
  expect(textOf(main)).toContain('Average timeline from discovery to launch: 6-8 weeks.');
  // The list of completed stages is empty: every marker is a number.
  expect(
    main.querySelectorAll('[data-stage]').map((stage) => textsOf(stage.querySelectorAll('.marker, h3, dd'))),
  ).toEqual(STAGES.map((stage, index) => [String(index + 1), ...stage]));
});

it('/ai-portfolio has the four features, and opens the portfolio in a new tab', () => {
  const main = part('/ai-portfolio', 'main');
  expect(textsOf(main.querySelectorAll('li > div > h2'))).toEqual([
    'Workflow Automation',
    'Predictive Analytics',
    'Data Integration',
    'Digital Brain Platform',
  ]);
  expect(textsOf(main.querySelectorAll('h2'))).toContain('View Our Portfolio');
  const link = main.querySelector(`a[href="${site.portfolio ?? ''}"]`);
  expect(textOf(link)).toMatch(/^Access Portfolio.*\(opens in a new tab\)$/);
  expect(link?.attributes).toMatchObject({ target: '_blank', rel: 'noopener' });
});

describe('/resources', () => {
  const cards = part('/resources', 'main').querySelectorAll('li[data-available]');
  const card = (title: string) => cards.find((one) => textOf(one.querySelector('h2')) === title);

  it.each([
    ['Research & Insights', '/research'],
    ['AI Portfolio Builder', '/ai-portfolio'],
  ])('%s is available: Explore Now leads to %s', (title, path) => {
    expect(card(title)?.text).not.toContain('Coming Soon');
    const [link, ...others] = card(title)?.querySelectorAll('a') ?? [];
    expect(link?.text).toMatch(/^Explore Now/);
    expect(link?.getAttribute('href')).toBe(path);
    expect(others).toEqual([]);
  });

  it.each(['Case Studies', 'Sample MoU Templates'])('%s is Coming Soon, with a disabled button', (title) => {
    expect(card(title)?.text).toContain('Coming Soon');
    const button = card(title)?.querySelector('button');
    expect(button?.text).toBe('Available Soon');
    expect(button?.hasAttribute('disabled')).toBe(true);
    expect(card(title)?.querySelector('a')).toBeNull();
  });

  it('has nothing else', () => expect(cards).toHaveLength(4));
});

it('/research has four focus areas and three publications that are Coming Soon', () => {
  const areas = part('/research', 'main').querySelectorAll('.area');
  expect(areas).toHaveLength(4);
  for (const area of areas) {
    expect(area.querySelector('h3')?.text).toMatch(/\S/);
    expect(area.querySelectorAll('li')).not.toEqual([]);
  }
  const publications = part('/research', 'main').querySelectorAll('.publication');
  expect(publications.map((one) => /Q\d \d{4}/.exec(one.text)?.[0])).toEqual(['Q2 2025', 'Q3 2025', 'Q4 2025']);
  for (const publication of publications) {
    expect(publication.text).toContain('Coming Soon');
    expect(publication.querySelector('a')).toBeNull();
  }
});

it('/research has a feed, which is empty until something is published', () => {
  const address = part('/research', 'link[type="application/rss+xml"]').getAttribute('href') ?? '';
  const feed = readFileSync(join(folder, address), 'utf8');
  expect(feed).toContain(`<title>Research &amp; Insights – ${site.name}</title>`);
  expect(feed).not.toContain('<item>');
});
