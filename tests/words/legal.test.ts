import { HEADINGS, TEXT } from './content.ts';
import { count, holds, holdWords } from './quotes.ts';

const POLICY = 'content/legal/privacy-policy.mdx';
const TERMS = 'content/legal/terms-of-service.mdx';

holdWords([
  [2, POLICY, 'title', 'Privacy Policy'],
  [2, POLICY, 'dateLabel', 'Effective'],
  [2, POLICY, 'date', '2025-01-01'],
  [2, POLICY, HEADINGS, count(11)],

  [2, TERMS, 'title', 'Terms of Service'],
  [2, TERMS, 'dateLabel', 'Last updated'],
  [2, TERMS, 'date', '2025-01-01'],
  [2, TERMS, HEADINGS, count(15)],

  [1, TERMS, TEXT, holds('software as a service')],
  [1, TERMS, TEXT, holds('connects universities with enterprises')],
  [1, TERMS, TEXT, holds('supports internships')],
  [1, TERMS, TEXT, holds('AI portfolio and project tools')],
  [1, TERMS, TEXT, holds('hosts programs and events')],
  [1, TERMS, TEXT, holds('Student accounts are for internship applications and educational programs')],
  [1, TERMS, TEXT, holds('University accounts are for partnership capabilities and talent pool management')],
  [1, TERMS, TEXT, holds('Enterprise accounts are for innovation projects and talent recruitment')],
  [9, TERMS, TEXT, holds("subscribers at least 30 days' notice")],
  [9, TERMS, TEXT, holds('limited to the amount that you paid us in the 12 months before')],
  [9, TERMS, TEXT, holds('at least 18 years old')],
]);
