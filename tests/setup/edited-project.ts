import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCopy } from './project-copy.ts';
import { publicationName, PUBLICATIONS, writePublications } from './publications.ts';

/** The words that the edited project changes. */
export const EDITED = {
  name: 'Acme Works',
  heading: 'Another headline',
  profile: 'https://network.example/company',
  /** The number of added publications, besides {@link EDITED.tags} and the announced one: more than the feed holds. */
  many: 60,
  /** The file of a publication whose title has characters that could end an attribute, element or string. */
  tags: 'tags',
  title: 'Tags: </script>, <!--, ]]> & "quotes"',
  /**
   * Words that Astro would replace, by a secret variable of the environment and by code. No text of content/ may have
   * them.
   */
  replaced: [
    `import.meta.env SUPABASE_SECRET_KEY __astro_import_meta_env${'_'.repeat(200)}`,
    '$$server-islands-map$$`+1+`$$server-islands-map$$',
  ],
} as const;

const AUTOMATION = `${PUBLICATIONS}/automation.mdx`;

function editSite(copy: ProjectCopy): void {
  const site = 'content/site.yaml';
  copy.edit(site, /^name: .*/m, `name: ${EDITED.name}`);
  copy.edit(site, /^url: .*/m, 'url: https://acme.co');
  copy.edit(site, /^portfolio: .*/m, 'portfolio: https://portfolio.acme.example');
  copy.edit(site, /^email: .*/m, 'email: hello@acme.example');
  copy.edit(site, /value: 6-8 weeks/, 'value: 9-11 weeks');
  copy.edit(site, /label: Why Us/, 'label: Reasons');
  copy.edit(site, /href: https:\/\/linkedin.example\S+/, `href: ${EDITED.profile}`);
  copy.edit(site, /\n +href: https:\/\/twitter.example\S+/, '');
}

/** Another headline, one more section of an existing kind, and two sections swapped. */
function editHome(copy: ProjectCopy): void {
  const home = join(copy.folder, 'content/home');
  copy.edit('content/home/hero.mdx', /^heading: .*/m, `heading: ${EDITED.heading}`);
  const added = readFileSync(join(home, 'delivery.mdx'), 'utf8')
    .replace('anchor: what-we-deliver', 'anchor: again')
    .replace(/^heading: .*/m, 'heading: Three more piers');
  writeFileSync(join(home, 'again.mdx'), added);
  copy.edit('content/home/order.yaml', /( +- section: programs\n)( +- section: reasons\n)/, '$2$1');
}

function editPublications(copy: ProjectCopy): void {
  const folder = join(copy.folder, PUBLICATIONS);
  const announced = readFileSync(join(copy.folder, AUTOMATION), 'utf8');
  writeFileSync(
    join(folder, `${EDITED.tags}.mdx`),
    announced
      .replace(/^title: .*/m, `published: 2099-01-31\ntitle: '${EDITED.title}'`)
      .replace(/^description: .*/m, 'description: What is written when a title has signs that end other texts.')
      .replace(/---\s*$/, '---\n\nA text.\n'),
  );
  copy.edit(AUTOMATION, /^authors:/m, 'published: 2026-05-31\nauthors:');
  copy.edit(AUTOMATION, /---\s*$/, '---\n\n## Method\n\nOf {company}.\n');
  writePublications(copy.folder, EDITED.many);
  // Words that are also names of utility classes: they must not add those to the CSS of every page.
  appendFileSync(
    join(folder, `${publicationName(EDITED.many)}.mdx`),
    '\nA hidden table, fixed in a grid, is static, and its contents are invisible.\n',
  );
}

/** One more stage, a completed stage, and an available resource. */
function editOthers(copy: ProjectCopy): void {
  const journey = join(copy.folder, 'content/journey');
  const stage = readFileSync(join(journey, '60-launch.mdx'), 'utf8');
  writeFileSync(join(journey, '70-review.mdx'), stage.replace(/^title: .*/m, 'title: Yearly Review'));
  copy.edit('content/journey/10-discovery.mdx', /^points:/m, 'completed: true\npoints:');
  copy.edit('content/resources/30-case-studies.mdx', /available: false/, 'available: true\nhref: /research');
}

/** Incompressible text, always the same. */
const noise = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest('base64'),
  ).join('');

/** Makes a page and a script too heavy. */
function addWeight(copy: ProjectCopy): void {
  copy.edit('content/legal/terms-of-service.mdx', /$/, `\n\n${noise(6000)}\n`);
  copy.edit('src/browser/page.ts', /$/, `\ndocument.title ||= '${noise(3000)}';\n`);
}

/** As texts of the site's own code. */
function addReplacedWords(copy: ProjectCopy): void {
  const [variable, code] = EDITED.replaced;
  const words = `<p>${variable}</p>\n<p>{${JSON.stringify(code)}}</p>\n`;
  copy.edit('src/pages/404.astro', /(?=<a class="button")/, words.replaceAll('$', '$$$$'));
}

/** Edits the content of a project in typical ways, and makes two of its files too heavy. */
export function editProject(copy: ProjectCopy): void {
  addWeight(copy);
  addReplacedWords(copy);
  editSite(copy);
  editHome(copy);
  editPublications(copy);
  editOthers(copy);
}
