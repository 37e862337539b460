/** Every public page. */
export const PAGES = [
  '/',
  '/flow',
  '/ai-portfolio',
  '/internships/apply',
  '/resources',
  '/research',
  '/privacy-policy',
  '/terms-of-service',
  '/accessibility',
  '/unsubscribe',
  '/404',
];
