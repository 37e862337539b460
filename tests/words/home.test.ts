import { expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { companySlug } from '../../src/schemas/site.ts';
import { find } from './content.ts';
import { count, holds, holdWords, type Quote, REMEDY } from './quotes.ts';

/** The sections, by anchor or, without one, by kind: renaming a file moves its section. */
const HOME = 'content/home';

holdWords([
  [1, HOME, '[hero].badge', holds('trusted by 50+ companies and universities')],
  [2, HOME, '[hero].primary.label', 'Get Free Project Consultation'],
  [2, HOME, '[hero].primary.opens', 'consultation'],

  [1, HOME, '[partners].items.name', ['Universities', 'Hospitals', 'Corporations', 'Students', 'Startups']],

  [
    1,
    HOME,
    '[what-we-do].items.title',
    ['Custom SaaS platforms', 'Business automation', 'Web applications', 'Data dashboards', 'Industry solutions'],
  ],
  [2, HOME, '[what-we-do].action.label', 'See Example Projects'],
  [2, HOME, '[what-we-do].action.href', '/flow'],

  [2, HOME, '[who-we-help].items[For Businesses].action.opens', 'consultation'],
  [1, HOME, '[who-we-help].items[For Businesses].points', holds('15-minute')],
  [2, HOME, '[who-we-help].items[For Universities].action.opens', 'consultation'],
  [2, HOME, '[who-we-help].items[For Students].action.href', '#internships'],
  [1, HOME, '[who-we-help].items[For Students].points', holds('internships of 3-6 months')],

  [1, HOME, '[what-we-deliver].items.title', ['University talent network', 'Modern technology', 'Flexible teams']],

  [1, HOME, '[features].eyebrow', 'AI-powered SaaS'],
  [2, HOME, '[features].action.label', 'Explore AI Portfolio'],
  [2, HOME, '[features].action.href', '/ai-portfolio'],

  [1, HOME, '[how-it-works].items.title', ['Pilot', 'Structured programs', 'Strategic partnership']],
  [9, HOME, '[how-it-works].items[Pilot].text', holds('typically comes 2-4 weeks after launch')],
  [1, HOME, '[how-it-works].items[Structured programs].points', holds('3 guided projects in months 2-4')],
  [1, HOME, '[how-it-works].items[Structured programs].points', holds('5-10 internships in months 4-6')],
  [2, HOME, '[how-it-works].action.label', 'Get Free Project Consultation'],
  [2, HOME, '[how-it-works].action.href', '/flow'],

  [1, HOME, '[programs].lead', holds('4-6 months from launch to impact')],
  [1, HOME, '[programs].items.title', ['Hackathons', 'Seminars and webinars', 'Talent programs']],
  [1, HOME, '[programs].items[Hackathons].text', holds('48-hour')],
  [1, HOME, '[programs].timeline.items[1].title', 'Kick-off webinar'],
  [1, HOME, '[programs].timeline.items[Kick-off webinar].when', 'Week 1'],
  [1, HOME, '[programs].timeline.items[3 guided projects].when', 'months 2-4'],
  [1, HOME, '[programs].timeline.items[5-10 internships].when', 'months 4-6'],
  [1, HOME, '[programs].timeline.items[last].title', 'Impact dashboard'],
  [1, HOME, '[programs].timeline.items[Impact dashboard].when', 'Ongoing'],

  [1, HOME, '[why-choose].figures', ['cost-cut', 'labor-saving', 'agility', 'insight-speed']],

  [1, HOME, '[proof].partners', count(2)],
  [1, HOME, '[proof].figures', ['students-trained', 'internships', 'partners', 'projects']],
  [1, HOME, '[proof].testimonials', count(2)],

  [1, HOME, '[internships].lead', holds('3-6 months')],
  [2, HOME, '[internships].action.label', 'Start Your Application'],
  [2, HOME, '[internships].action.href', '/internships/apply'],
  [2, HOME, '[internships].note', 'about 5 minutes'],

  [1, HOME, '[assistant].lead', holds('about 2-3 minutes')],
  [2, HOME, '[assistant].try', 'Try AI Assistant Now'],

  [2, HOME, '[contact].action.opens', 'consultation'],
  [1, HOME, '[contact].lead', holds('15-minute')],
  [9, HOME, '[contact].lead', holds('within 24 hours')],
]);

/** Section 2: link targets on the home page. */
holdWords(
  [
    'what-we-do',
    'what-we-deliver',
    'who-we-help',
    'how-it-works',
    'programs',
    'internships',
    'why-choose',
    'contact',
  ].map((anchor): Quote => [2, HOME, `anchor[${anchor}]`, anchor]),
);

it('section 2: the anchor of the introduction is the name of the company', () => {
  const { value, file, without } = find(HOME, '[introduction].anchor');
  const anchors = [undefined, companySlug(readSite().name)];
  expect(
    without === undefined && anchors.includes(value as string | undefined),
    `${file}, anchor: the spec (section 2) has the company’s name, which is the default without this field. ${REMEDY}`,
  ).toBe(true);
});
