import { count, holds, holdWords, type Quote } from './quotes.ts';

const FLOW = 'content/pages/flow.mdx';
const JOURNEY = 'content/journey';
const PORTFOLIO_PAGE = 'content/pages/ai-portfolio.mdx';
const PORTFOLIO = 'content/portfolio';
const APPLY = 'content/pages/internships-apply.mdx';
const RESOURCES_PAGE = 'content/pages/resources.mdx';
const RESOURCES = 'content/resources';
const RESEARCH = 'content/pages/research.mdx';

holdWords([
  [2, FLOW, 'heading', 'Our Partnership Journey'],
  [2, FLOW, 'average', 'Average timeline from discovery to launch: 6-8 weeks.'],
  [2, FLOW, 'expand', 'Expand Details'],
  [2, FLOW, 'collapse', 'Collapse'],
  [2, FLOW, 'breakdown', 'Detailed Breakdown'],
  [2, FLOW, 'closing.action.label', 'Book Discovery Call'],
  [2, FLOW, 'closing.guide', 'Download Process Guide (PDF)'],
]);

/** Section 3: title, duration and deliverable of each stage. */
const STAGES = [
  ['Discovery & Vision Alignment', '1-2 weeks', 'Discovery Summary'],
  ['Scope Definition', '1-2 weeks', 'Comprehensive Scope Sheet'],
  ['Clarification & Refinement', '1 week', 'Refined & Agreed Scope Document'],
  ['Scope Sign-Off', 'Milestone: Scope Freeze', 'Signed Scope Agreement'],
  ['Planning & Estimation', '1-2 weeks', 'Complete Project Roadmap'],
  ['Partnership Launch', 'Week 1 of the transformation', 'Regular progress reviews'],
] as const;

holdWords([
  [3, JOURNEY, 'title', STAGES.map(([title]) => title)],
  ...STAGES.flatMap(([title, duration, deliverable]): Quote[] => [
    [3, JOURNEY, `[${title}].duration`, duration],
    [3, JOURNEY, `[${title}].deliverable`, deliverable],
  ]),
  [9, JOURNEY, '[Partnership Launch].points', holds('typically comes 2-4 weeks after launch')],
]);

holdWords([
  [2, PORTFOLIO_PAGE, 'heading', 'AI Portfolio'],
  [2, PORTFOLIO_PAGE, 'closing.heading', 'View Our Portfolio'],
  [2, PORTFOLIO_PAGE, 'closing.action.label', 'Access Portfolio'],
  [2, 'content/site.yaml', 'portfolio', holds('https://')],
  [
    2,
    PORTFOLIO,
    'title',
    ['Workflow Automation', 'Predictive Analytics', 'Data Integration', 'Digital Brain Platform'],
  ],
  [1, PORTFOLIO, '[Workflow Automation].summary', holds('40% less manual work')],

  [2, APPLY, 'heading', 'Internship Application'],
  [2, APPLY, 'back.label', 'Back to Internships'],
  [2, APPLY, 'back.href', '/#internships'],

  [2, RESOURCES_PAGE, 'heading', 'Resource Hub'],
  [2, RESOURCES_PAGE, 'explore', 'Explore Now'],
  [2, RESOURCES_PAGE, 'soon', 'Coming Soon'],
  [2, RESOURCES_PAGE, 'disabled', 'Available Soon'],
  [2, RESOURCES_PAGE, 'closing.heading', holds('Need Custom Resources')],
  [2, RESOURCES_PAGE, 'closing.action.label', 'Contact Us'],
  [2, RESOURCES_PAGE, 'closing.action.href', '/#contact'],
  [2, RESOURCES, 'title', ['Research & Insights', 'AI Portfolio Builder', 'Case Studies', 'Sample MoU Templates']],
  [2, RESOURCES, '[Research & Insights].available', true],
  [2, RESOURCES, '[Research & Insights].href', '/research'],
  [2, RESOURCES, '[AI Portfolio Builder].available', true],
  [2, RESOURCES, '[AI Portfolio Builder].href', '/ai-portfolio'],
  [2, RESOURCES, '[Case Studies].available', false],
  [2, RESOURCES, '[Sample MoU Templates].available', false],

  [2, RESEARCH, 'heading', 'Research & Insights'],
  [2, RESEARCH, 'soon', 'Coming Soon'],
  [2, RESEARCH, 'closing.action.label', 'Contact Research Team'],
  [2, RESEARCH, 'closing.action.href', '/#contact'],
  [2, 'content/research/focus-areas', '', count(4)],
  // Publishing one of them changes none of these words.
  [3, 'content/research/publications', 'date[Q2 2025]', 'Q2 2025'],
  [3, 'content/research/publications', 'date[Q3 2025]', 'Q3 2025'],
  [3, 'content/research/publications', 'date[Q4 2025]', 'Q4 2025'],
]);
