import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectCopy } from './project-copy.ts';
import { publicationName, PUBLICATIONS, writePublications } from './publications.ts';

/** What the edited project has in other words than the project itself. */
export const EDITED = {
  name: 'Acme Works',
  heading: 'Another headline',
  profile: 'https://network.example/company',
  /** Publications that are published, beside {@link EDITED.tags} and one that was announced: more than the feed holds. */
  many: 60,
  /** The file of one whose title has signs that end an attribute, an element or a string somewhere. */
  tags: 'tags',
  title: 'Tags: </script>, <!--, ]]> & "quotes"',
} as const;

const AUTOMATION = `${PUBLICATIONS}/automation.mdx`;

function editSite(copy: ProjectCopy): void {
  const site = 'content/site.yaml';
  copy.edit(site, /^name: .*/m, `name: ${EDITED.name}`);
  copy.edit(site, /^url: .*/m, 'url: https://acme.example');
  copy.edit(site, /^portfolio: .*/m, 'portfolio: https://portfolio.acme.example');
  copy.edit(site, /^email: .*/m, 'email: hello@acme.example');
  copy.edit(site, /value: 6-8 weeks/, 'value: 9-11 weeks');
  copy.edit(site, /label: Why Us/, 'label: Reasons');
  copy.edit(site, /network: linkedin/, `network: linkedin\n    href: ${EDITED.profile}`);
}

/** Another headline, one more section of a kind that there is, and two that change places. */
function editHome(copy: ProjectCopy): void {
  const home = join(copy.folder, 'content/home');
  copy.edit('content/home/10-hero.mdx', /^heading: .*/m, `heading: ${EDITED.heading}`);
  const added = readFileSync(join(home, '39-delivery.mdx'), 'utf8')
    .replace('anchor: what-we-deliver', 'anchor: again')
    .replace(/^heading: .*/m, 'heading: Three more piers');
  writeFileSync(join(home, '100-delivery.mdx'), added);
  renameSync(join(home, '60-programs.mdx'), join(home, '66-programs.mdx'));
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
  // Words of a text that are names of utilities too: they must not bring those into the CSS of every page.
  appendFileSync(
    join(folder, `${publicationName(EDITED.many)}.mdx`),
    '\nA hidden table, fixed in a grid, is static, and its contents are invisible.\n',
  );
}

/** One more stage, one that is completed, and a resource that is available. */
function editOthers(copy: ProjectCopy): void {
  const journey = join(copy.folder, 'content/journey');
  const stage = readFileSync(join(journey, '60-launch.mdx'), 'utf8');
  writeFileSync(join(journey, '70-review.mdx'), stage.replace(/^title: .*/m, 'title: Yearly Review'));
  copy.edit('content/journey/10-discovery.mdx', /^points:/m, 'completed: true\npoints:');
  copy.edit('content/resources/30-case-studies.mdx', /available: false/, 'available: true\nhref: /research');
}

/** What no compression makes smaller, always the same. */
const noise = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 32) }, (_, index) =>
    createHash('sha256').update(String(index)).digest('base64'),
  ).join('');

/** A page and a script become too heavy. */
function addWeight(copy: ProjectCopy): void {
  copy.edit('content/legal/terms-of-service.mdx', /$/, `\n\n${noise(6000)}\n`);
  copy.edit('src/browser/page.ts', /$/, `\ndocument.title ||= '${noise(3000)}';\n`);
}

/** Does with a project what people do who edit nothing but content/, and makes two files of it too heavy. */
export function editProject(copy: ProjectCopy): void {
  addWeight(copy);
  editSite(copy);
  editHome(copy);
  editPublications(copy);
  editOthers(copy);
}
