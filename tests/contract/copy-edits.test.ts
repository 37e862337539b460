import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '../../src/lib/project-folder.ts';
import type { Site } from '../../src/schemas/site.ts';
import { EDITED } from '../setup/edited-project.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';
import { editedBuild, type EditedBuild } from '../setup/shared-build.ts';

let copy: ProjectCopy;
let edited: EditedBuild;
beforeAll(async () => {
  copy = copyProject();
  edited = await editedBuild();
});
afterEach(() => copy.restoreAll());
afterAll(() => copy.remove());

const HERO = 'content/home/hero.mdx';
const APPLY = 'content/pages/internships-apply.mdx';

// In process in tests/unit/page-check.test.ts, and by a save in tools/edit/server.contract.test.ts.
it(
  'edits that break the pages stop the build, and the error says what to do about each',
  { tags: ['exhaustive'] },
  async () => {
    copy.edit('content/home/services.mdx', /href: \/flow/, 'href: /flwo');
    copy.edit('content/home/programs.mdx', /anchor: programs/, 'anchor: events');
    copy.edit('content/home/proof.mdx', /anchor: proof/, 'anchor: contact');
    const second = join(copy.folder, 'content/home/another-hero.mdx');
    copyFileSync(join(copy.folder, HERO), second);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    rmSync(second);
    expect(code).toBe(1);
    expect(output).toContain("content can't be used:");
    for (const message of [
      /- \/: the link "See Example Projects" leads to \/flwo, but there is no such page\. The pages are: \/.* See content\/home\/services\.mdx, line \d+\./,
      / other pages: the link "Programs" leads to \/#programs, but that page has no such section\. Its sections are: #.* See content\/site\.yaml, line \d+[.;]/,
      /- \/: the anchor contact is used more than once\. Give each section its own\. See content\/\S+, line \d+[.;]/,
      /- \/: there are 2 main headings\. Keep exactly one/,
    ])
      expect(output).toMatch(message);
    expect(output).not.toMatch(/\n\s+at /);
  },
);

describe('an editor who changes only content/', () => {
  /** A file of the site, without what keeps ranges of numbers on one line. */
  const read = (file: string) =>
    readFileSync(join(edited.folder, file), 'utf8').replaceAll(/<span data-range>([^<]*)<\/span>/g, '$1');
  /** Expects parts of a page in this order. */
  const inOrder = (html: string, ...parts: string[]) => {
    const places = parts.map((part) => html.indexOf(part));
    expect(places.includes(-1), parts.join(', ')).toBe(false);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  };

  it('changes name, figure, headline, label and link, adds a section and moves two, and every page shows it', () => {
    const html = read('index.html');
    expect(html).toContain('<section id="acme-works"');
    expect(html).toMatch(/Acme Works\s+stands in between/);
    expect(html).toMatch(new RegExp(`<h1[^>]*>${EDITED.heading}<`));
    inOrder(html, 'id="why-choose"', 'id="programs"', 'id="proof"', 'id="contact"', 'id="again"');
    expect(html).toContain('Three more piers');
    // Figure, name and label, wherever they occur.
    expect(html.match(/9-11 weeks/g)?.length).toBeGreaterThanOrEqual(3);
    expect(read('flow.html')).toContain('Average timeline from discovery to launch: 9-11 weeks.');
    expect(read('terms-of-service.html')).toContain('Acme Works offers a platform');
    for (const page of ['index.html', 'flow.html', '404.html']) {
      expect(read(page), page).not.toContain('6-8 weeks');
      expect(read(page).match(/>\s*Reasons\s*</g), page).toHaveLength(2);
      expect(read(page), page).toContain(` href="${EDITED.profile}" aria-label="LinkedIn"`);
      expect(read(page), page).not.toContain('aria-label="Twitter"');
    }
  });

  it('names the company once: the former name is nowhere on the site', () => {
    const [, name = ''] = /^name: (.*)$/m.exec(readFileSync(join(projectFolder, 'content/site.yaml'), 'utf8')) ?? [];
    const files = readdirSync(edited.folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /\.(html|js|css|svg|json|xml|txt)$/.test(file),
    );
    expect(files.length).toBeGreaterThan(90);
    expect(files.filter((file) => read(file).toLowerCase().includes(name.toLowerCase()))).toEqual([]);
    const mails = readFileSync(join(edited.project, 'functions/_shared/email-copy.generated.ts'), 'utf8');
    expect(mails).toContain(EDITED.name);
    expect(mails).not.toContain(name);
  });

  it('adds a stage, completes one, publishes, makes a resource available, and every page follows', () => {
    const flow = read('flow.html');
    expect(flow.match(/<li class="stage/g)?.length).toBe(7);
    expect(flow).toContain('Yearly Review');
    expect(flow).toMatch(/1, completed/);
    // The PDF's text is compressed: its outline of headings is what grows with the stages.
    const pdf = readFileSync(join(edited.folder, 'process-guide.pdf')).toString('latin1');
    expect(pdf.match(/\/S \/H2/g)?.length).toBe(7);

    expect(read('research.html').match(/Coming Soon<\/span>/g)?.length).toBe(2);
    const publication = read('research/automation.html');
    expect(publication).toContain('Where automation saves work, and where it moves it</h1>');
    expect(publication).toContain('Published <time datetime="2026-05-31">May 31, 2026</time>');
    expect(publication).toMatch(/<h2 id="method">Method/);
    expect(publication).not.toContain('{company}');

    const resources = read('resources.html');
    expect(resources.match(/Available Soon/g)?.length).toBe(1);
    expect(resources.match(/Explore Now/g)?.length).toBe(3);
    // The overdue ones are reported, the published one is not.
    expect(edited.output).toContain('content/research/publications/student-teams.mdx: Q2 2025 is past.');
    expect(edited.output).not.toContain('automation.mdx: Q3');
  });

  it('writes each figure once: no other file in content/ repeats one', () => {
    const site = parse(readFileSync(join(projectFolder, 'content/site.yaml'), 'utf8')) as Site;
    const files = readdirSync(join(projectFolder, 'content'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(mdx|yaml)$/.test(file) && file !== 'site.yaml',
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      // The figures in what visitors say are theirs.
      const text = readFileSync(join(projectFolder, 'content', file), 'utf8').replaceAll(/^ {6}- .*/gm, (line) =>
        file.startsWith('assistant/questions/') ? '' : line,
      );
      // A single digit is too common to search for.
      for (const { value } of Object.values(site.figures).filter(({ value }) => value.length > 1))
        expect(text.includes(value), `${file} repeats ${value}`).toBe(false);
    }
  });
});

// Each needs its own build. The messages are also tested in tests/unit.
describe('an editor of the other pages', { tags: ['exhaustive'] }, () => {
  const pagesOf = (file: string) =>
    readFileSync(file)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length;

  it('may write ten stages: the guide gets a page for every two of them, and its cover a second page', async () => {
    const journey = join(copy.folder, 'content/journey');
    const stage = readFileSync(join(journey, '60-launch.mdx'), 'utf8');
    for (const number of [7, 8, 9, 10]) writeFileSync(join(journey, `${number}0-more.mdx`), stage);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'long' });
    expect(code, output).toBe(0);
    // A cover of two pages, and five.
    expect(pagesOf(join(copy.folder, 'long/process-guide.pdf'))).toBe(7);
    for (const number of [7, 8, 9, 10]) rmSync(join(journey, `${number}0-more.mdx`));
  });

  it('gets an error for a letter that the font of the guide lacks', async () => {
    copy.edit('content/journey/10-discovery.mdx', /^deliverable: .*/m, 'deliverable: Łódź');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    expect(code).toBe(1);
    expect(output).toContain('"Łódź" contains Ł ź, which the font of the process guide (PDF) lacks.');
    expect(output).toMatch(/ See content\/journey\/10-discovery\.mdx, line \d+\./);
  });

  it('may use any character in the name of the company, even in the text of a page', async () => {
    copy.edit('content/site.yaml', /^name: .*/m, 'name: R&D <Lab> *One*');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'signs' });
    expect(code, output).toBe(0);
    expect(readFileSync(join(copy.folder, 'signs/privacy-policy.html'), 'utf8')).toMatch(
      /R&#?\w+;D &(lt|#60);Lab(>|&gt;|&#62;) \*One\* runs this site/,
    );
  });

  it.each([
    ['costs <3 dollars', /- line 15 can't be read \(.*\)\. Write < as &lt; and \{ as &#123;/],
    [
      '<b title={/**/process.getBuiltinModule("node:fs").writeFileSync("ran", "")/**/}>x</b>',
      /- line 15 has <b>, which a text can't contain\. To show it as text, write &lt;b&gt;\./,
    ],
  ])('gets an error for a text that MDX treats as code, which never runs: %s', async (words, message) => {
    copy.edit(APPLY, /^start\./m, `start. ${words}`);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(APPLY);
    expect(code).toBe(1);
    expect(output).toContain(`${APPLY} can't be used:`);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\n\s+at /);
    expect(existsSync(join(copy.folder, 'ran'))).toBe(false);
  });

  it('gets an error when the fields of a file have no end', async () => {
    copy.edit(APPLY, /\n---\n/, '\n');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(APPLY);
    expect(code).toBe(1);
    expect(output).toContain(`${APPLY} can't be used:\n  - its fields can't be found.`);
  });
});
