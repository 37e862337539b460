import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';
import { FIGURE_KEYS } from '../../src/schemas/figures.ts';
import { holds, holdWords, REMEDY } from './quotes.ts';

const SITE = 'content/site.yaml';

holdWords([
  [1, SITE, 'tagline', 'Transforming vision into action at the intersection of strategy and technology.'],

  [2, SITE, 'splash.skip', 'Skip'],

  [2, SITE, 'navigation.label', ['About', 'Programs', 'Why Us', 'Internships', "See What We've Built", 'AI Portfolio']],
  [2, SITE, 'navigation[About].href', '/#what-we-deliver'],
  [2, SITE, 'navigation[Programs].href', '/#programs'],
  [2, SITE, 'navigation[Why Us].href', '/#why-choose'],
  [2, SITE, 'navigation[Internships].href', '/#internships'],
  [2, SITE, "navigation[See What We've Built].href", '/flow'],
  [2, SITE, 'navigation[AI Portfolio].href', '/ai-portfolio'],
  [2, SITE, 'callToAction.wide', 'Schedule Free Demo & Pricing Call'],
  [2, SITE, 'callToAction.narrow', 'Schedule Demo'],

  [2, SITE, 'footer.columns.title', ['About', 'Programs', 'Internships', 'Contact']],
  [2, SITE, 'footer.columns[About].href', '/#what-we-deliver'],
  [2, SITE, 'footer.columns[Programs].href', '/#programs'],
  [2, SITE, 'footer.columns[Internships].href', '/#internships'],
  [2, SITE, 'footer.columns[Contact].href', '/#contact'],
  [2, SITE, 'footer.lists.title', ['Quick Links', 'Resources']],
  [2, SITE, "footer.lists[Quick Links].links[See What We've Built].href", '/flow'],
  [2, SITE, 'footer.lists[Quick Links].links[AI Portfolio].href', '/ai-portfolio'],
  [2, SITE, 'footer.lists[Resources].links[Resource Hub].href', '/resources'],
  [2, SITE, 'footer.lists[Resources].links[Research].href', '/research'],
  [2, SITE, 'footer.lists[Resources].links[Portfolio].href', '/ai-portfolio'],
  [2, SITE, 'footer.lists[Resources].links[Case Studies].soon', true],
  [2, SITE, 'footer.lists[Resources].links[Sample MoU Templates].soon', true],
  [2, SITE, 'footer.comingSoon', 'Coming Soon'],
  [2, SITE, 'footer.demo.label', 'Schedule a Demo'],
  [2, SITE, 'footer.demo.note', 'Book your free strategic call'],
  [2, SITE, 'footer.legal[Privacy Policy].href', '/privacy-policy'],
  [2, SITE, 'footer.legal[Terms of Service].href', '/terms-of-service'],
  [2, SITE, 'footer.copyright', holds('{company}')],
  [2, SITE, 'social.network', ['linkedin', 'twitter', 'facebook', 'instagram']],

  [2, 'content/pages/404.mdx', 'heading', 'Oops! Page not found'],
  [2, 'content/pages/404.mdx', 'home', 'Return to Home'],
]);

/** Marketing figures. Each is written here once, and all copy refers to it. */
holdWords([
  [1, SITE, 'figures.trusted-by.value', '50+'],
  [1, SITE, 'figures.trusted-by.label', 'companies and universities'],
  [1, SITE, 'figures.students-trained.value', '500+'],
  [1, SITE, 'figures.students-trained.label', 'students trained'],
  [1, SITE, 'figures.internships.value', '50+'],
  [1, SITE, 'figures.internships.label', 'internships'],
  [1, SITE, 'figures.partners.value', '10+'],
  [1, SITE, 'figures.partners.label', 'partners'],
  [1, SITE, 'figures.projects.value', '15+'],
  [1, SITE, 'figures.projects.label', 'projects'],
  [1, SITE, 'figures.cost-cut.value', '40%'],
  [1, SITE, 'figures.cost-cut.label', holds('cost')],
  [1, SITE, 'figures.labor-saving.value', '70%'],
  [1, SITE, 'figures.labor-saving.label', 'labor saving'],
  [1, SITE, 'figures.agility.value', '5x'],
  [1, SITE, 'figures.agility.label', 'agility'],
  [1, SITE, 'figures.insight-speed.value', '3x'],
  [1, SITE, 'figures.insight-speed.label', 'faster insights'],
  [1, SITE, 'figures.internship-length.value', '3-6 months'],
  [1, SITE, 'figures.launch-to-impact.value', '4-6 months'],
  [1, SITE, 'figures.launch-to-impact.label', 'from launch to impact'],
  [1, SITE, 'figures.program-internships.value', '5-10'],
  [1, SITE, 'figures.program-internships-period.value', 'months 4-6'],
  [1, SITE, 'figures.guided-projects.value', '3'],
  [1, SITE, 'figures.guided-projects.label', holds('guided projects')],
  [1, SITE, 'figures.guided-projects-period.value', 'months 2-4'],
  [1, SITE, 'figures.hackathon-length.value', '48-hour'],
  [1, SITE, 'figures.expert-call.value', '15-minute'],
  [1, SITE, 'figures.assistant-call.value', '2-3 minutes'],
  [1, SITE, 'figures.manual-work-cut.value', '40%'],
  [1, SITE, 'figures.manual-work-cut.label', holds('manual work')],
  [2, SITE, 'figures.application-time.value', '5 minutes'],
  [9, SITE, 'figures.response-time.value', '24 hours'],
  [9, SITE, 'figures.timeline.value', '6-8 weeks'],
  [9, SITE, 'figures.timeline.label', holds('from discovery to launch')],
  [9, SITE, 'figures.first-milestone.value', '2-4 weeks'],
]);

it('section 1: the copy uses every figure', () => {
  const copy = readdirSync(join(projectFolder, 'content'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'site.yaml')
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
  const unused = FIGURE_KEYS.filter((key) => !copy.includes(`{${key}}`) && !new RegExp(`- ${key}$`, 'm').test(copy));
  expect(
    unused,
    `The spec (section 1) says that the copy uses these figures of ${SITE}, but no text does. ${REMEDY}`,
  ).toEqual([]);
});
