import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectFolder } from '../../src/local/folder.ts';
import type { Site } from '../../src/schemas/site.ts';
import { astro, copyProject, type ProjectCopy } from '../setup/project-copy.ts';

let copy: ProjectCopy;
beforeAll(() => {
  copy = copyProject();
});
afterEach(() => copy.restoreAll());
afterAll(() => copy.remove());

const HERO = 'content/home/10-hero.mdx';
const APPLY = 'content/pages/internships-apply.mdx';

describe('an edit that breaks a link', () => {
  it.each([
    [
      'to a page',
      'content/home/35-services.mdx',
      /href: \/flow/,
      'href: /flwo',
      '- /: the link "See Example Projects" leads to /flwo, and there is no such page. The pages are: /',
    ],
    [
      'to a section, because the section has another anchor',
      'content/home/60-programs.mdx',
      /anchor: programs/,
      'anchor: events',
      ' other pages: the link "Programs" leads to /#programs, and that page has no such section. Its sections are: #',
    ],
    [
      'by an anchor that is there already',
      'content/home/70-proof.mdx',
      /anchor: proof/,
      'anchor: contact',
      '- /: the anchor contact stands there more than once. Give each section its own.',
    ],
  ])('%s stops the build, and the message says what to do', async (_what, file, pattern, replacement, message) => {
    copy.edit(file, pattern, replacement);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(file);
    expect(code).toBe(1);
    expect(output).toContain("content can't be used:");
    expect(output).toContain(message);
    expect(output).toMatch(/ It stands in content\/\S+, line \d+[.;]/);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('a second hero is one main heading too many', async () => {
    const second = join(copy.folder, 'content/home/15-hero.mdx');
    copyFileSync(join(copy.folder, HERO), second);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    rmSync(second);
    expect(code).toBe(1);
    expect(output).toContain('- /: there are 2 main headings. Keep exactly one');
  });
});

describe('who edits nothing but content/', () => {
  /** What comes first in a page. */
  const inOrder = (html: string, ...parts: string[]) => {
    const places = parts.map((part) => html.indexOf(part));
    expect(places.includes(-1), parts.join(', ')).toBe(false);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  };

  it('changes name, figure, headline, label and link, adds a section and moves two, and it shows everywhere', async () => {
    const home = join(copy.folder, 'content/home');
    copy.edit('content/site.yaml', /^name: .*/m, 'name: Acme Works');
    copy.edit('content/site.yaml', /value: 6-8 weeks/, 'value: 9-11 weeks');
    copy.edit('content/site.yaml', /label: Why Us/, 'label: Reasons');
    copy.edit(
      'content/site.yaml',
      /network: linkedin/,
      'network: linkedin\n    href: https://www.linkedin.com/company/acme',
    );
    copy.edit(HERO, /^heading: .*/m, 'heading: Another headline');
    // One more section of a kind that there is, at the end, and two that change places.
    const added = readFileSync(join(home, '39-delivery.mdx'), 'utf8')
      .replace('anchor: what-we-deliver', 'anchor: again')
      .replace(/^heading: .*/m, 'heading: Three more piers');
    writeFileSync(join(home, '100-delivery.mdx'), added);
    renameSync(join(home, '60-programs.mdx'), join(home, '66-programs.mdx'));
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'edited' });
    renameSync(join(home, '66-programs.mdx'), join(home, '60-programs.mdx'));
    rmSync(join(home, '100-delivery.mdx'));
    copy.restore(HERO);
    copy.restore('content/site.yaml');
    expect(code, output).toBe(0);
    const read = (page: string) => readFileSync(join(copy.folder, 'edited', page), 'utf8');
    const html = read('index.html');
    expect(html).toContain('id="acme-works"');
    expect(html).toMatch(/Acme Works\s+stands in between/);
    expect(html).toMatch(/<h1[^>]*>Another headline</);
    inOrder(html, 'id="why-choose"', 'id="programs"', 'id="proof"', 'id="contact"', 'id="again"');
    expect(html).toContain('Three more piers');
    // Figure, name and label, wherever they stand.
    expect(html.match(/9-11 weeks/g)?.length).toBeGreaterThanOrEqual(3);
    expect(read('flow.html')).toContain('Average timeline from discovery to launch: 9-11 weeks.');
    expect(read('terms-of-service.html')).toContain('Acme Works offers a platform');
    for (const page of ['index.html', 'flow.html', '404.html']) {
      expect(read(page), page).not.toContain('6-8 weeks');
      expect(read(page).match(/>\s*Reasons\s*</g), page).toHaveLength(2);
      expect(read(page), page).toMatch(/<a href="https:\/\/www\.linkedin\.com\/company\/acme" aria-label="LinkedIn"/);
    }
  });

  it('writes each figure once: no other file of content/ repeats one', () => {
    const site = parse(readFileSync(join(projectFolder, 'content/site.yaml'), 'utf8')) as Site;
    const files = readdirSync(join(projectFolder, 'content'), { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.(mdx|yaml)$/.test(file) && file !== 'site.yaml',
    );
    expect(files.length).toBeGreaterThan(20);
    for (const file of files) {
      const text = readFileSync(join(projectFolder, 'content', file), 'utf8');
      // A bare digit is no figure by itself.
      for (const { value } of Object.values(site.figures).filter(({ value }) => value.length > 1))
        expect(text.includes(value), `${file} repeats ${value}`).toBe(false);
    }
  });
});

describe('who edits the other pages', () => {
  const PDF = 'process-guide.pdf';
  const pagesOf = (file: string) =>
    readFileSync(file)
      .toString('latin1')
      .match(/\/Type \/Page\b/g)?.length;

  it('may write ten stages: the guide gets a page for every two of them, and its cover goes on where it must', async () => {
    const journey = join(copy.folder, 'content/journey');
    const stage = readFileSync(join(journey, '60-launch.mdx'), 'utf8');
    for (const number of [7, 8, 9, 10]) writeFileSync(join(journey, `${number}0-more.mdx`), stage);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'long' });
    expect(code, output).toBe(0);
    // A cover of two pages, and five.
    expect(pagesOf(join(copy.folder, 'long', PDF))).toBe(7);
    for (const number of [7, 8, 9, 10]) rmSync(join(journey, `${number}0-more.mdx`));
  });

  it('is told of a letter that the font of the guide does not have', async () => {
    copy.edit('content/journey/10-discovery.mdx', /^deliverable: .*/m, 'deliverable: Łódź');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    expect(code).toBe(1);
    expect(output).toContain('"Łódź" has Ł ź, which the font of the process guide (PDF) does not have.');
  });

  it('may name the company with any sign, in the text of a page too', async () => {
    copy.edit('content/site.yaml', /^name: .*/m, 'name: R&D <Lab> *One*');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'signs' });
    expect(code, output).toBe(0);
    expect(readFileSync(join(copy.folder, 'signs/privacy-policy.html'), 'utf8')).toMatch(
      /R&#?\w+;D &(lt|#60);Lab(>|&gt;|&#62;) \*One\* runs this site/,
    );
  });

  it('is told that a file’s name becomes an address', async () => {
    const file = join(copy.folder, 'content/research/publications/My Paper.mdx');
    copyFileSync(join(copy.folder, 'content/research/publications/automation.mdx'), file);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    rmSync(file);
    expect(code).toBe(1);
    expect(output).toContain("My Paper.mdx can't be used:");
    expect(output).toContain('- its name must be lower-case letters, digits and hyphens');
  });

  it.each([
    ['costs <3 dollars', /- line 15 can't be read \(.*\)\. Write < as &lt; and \{ as &#123;/],
    [
      'see <Chart />',
      /- the text has <Chart>, which MDX takes for a component, and there is none\. Write &lt;Chart&gt;\./,
    ],
    [
      '![A chart](chart.png)',
      /- the text uses (\.\/)?chart\.png, and there is no such file\. Put pictures into public\//,
    ],
  ])('is told of a text that MDX takes for code or a file: %s', async (words, message) => {
    copy.edit(APPLY, /^start\./m, `start. ${words}`);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(APPLY);
    expect(code).toBe(1);
    expect(output).toContain(`${APPLY} can't be used:`);
    expect(output).toMatch(message);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('is told of a file that nothing shows, and of one whose fields have no end', async () => {
    const stray = join(copy.folder, 'content/pages/pricing.mdx');
    copyFileSync(join(copy.folder, 'content/pages/404.mdx'), stray);
    const first = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    rmSync(stray);
    expect(first.code).toBe(1);
    expect(first.output).toContain('- content/pages/pricing.mdx: nothing shows this file. Remove it.');
    copy.edit(APPLY, /\n---\n/, '\n');
    const second = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(APPLY);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`${APPLY} can't be used:\n  - its fields can't be found.`);
  });

  it('adds a stage, completes one, publishes, makes a resource available, and every page follows', async () => {
    const content = join(copy.folder, 'content');
    const stage = readFileSync(join(content, 'journey/60-launch.mdx'), 'utf8');
    writeFileSync(join(content, 'journey/70-review.mdx'), stage.replace(/^title: .*/m, 'title: Yearly Review'));
    copy.edit('content/journey/10-discovery.mdx', /^points:/m, 'completed: true\npoints:');
    copy.edit('content/research/publications/automation.mdx', /^authors:/m, 'published: 2026-05-31\nauthors:');
    copy.edit('content/research/publications/automation.mdx', /---\s*$/, '---\n\n## Method\n\nOf {company}.\n');
    copy.edit('content/resources/30-case-studies.mdx', /available: false/, 'available: true\nhref: /research');
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'edited' });
    expect(code, output).toBe(0);
    const read = (file: string) => readFileSync(join(copy.folder, 'edited', file), 'utf8');

    const flow = read('flow.html');
    expect(flow.match(/<li class="stage/g)?.length).toBe(7);
    expect(flow).toContain('Yearly Review');
    expect(flow).toMatch(/1, completed/);
    // The PDF's text is compressed: its outline of headings is what grows with the stages.
    const pdf = readFileSync(join(copy.folder, 'edited/process-guide.pdf')).toString('latin1');
    expect(pdf.match(/\/S \/H2/g)?.length).toBe(7);

    const research = read('research.html');
    expect(research).toContain('href="/research/automation"');
    expect(research.match(/Coming Soon<\/span>/g)?.length).toBe(2);
    const publication = read('research/automation.html');
    expect(publication).toContain('Where automation saves work, and where it moves it</h1>');
    expect(publication).toContain('Published <time datetime="2026-05-31">May 31, 2026</time>');
    expect(publication).toMatch(/<h2 id="method">Method/);
    expect(publication).not.toContain('{company}');
    const feed = read('research/feed.xml');
    expect(feed.match(/<item>/g)?.length).toBe(1);
    expect(feed).toMatch(/<link>https:\/\/[^<]+\/research\/automation<\/link>/);

    const resources = read('resources.html');
    expect(resources.match(/Available Soon/g)?.length).toBe(1);
    expect(resources.match(/Explore Now/g)?.length).toBe(3);
    // Those that are late are named, the published one is not.
    expect(output).toContain('content/research/publications/student-teams.mdx: Q2 2025 is past.');
    expect(output).not.toContain('automation.mdx: Q3');
    rmSync(join(content, 'journey/70-review.mdx'));
    for (const file of ['journey/10-discovery', 'research/publications/automation', 'resources/30-case-studies'])
      copy.restore(`content/${file}.mdx`);
  });

  it.each([
    [
      'content/resources/30-case-studies.mdx',
      /available: false/,
      'available: true',
      '- href is missing. A resource that is available needs the address to which it leads.',
    ],
    [
      'content/research/publications/automation.mdx',
      /date: Q3 2025/,
      'date: autumn',
      '- date must be a quarter. For example: Q2 2027',
    ],
    ['content/journey/10-discovery.mdx', /^duration: .*$/m, '', '- duration is missing. Add it.'],
    ['content/journey/10-discovery.mdx', /^duration: .*$/m, 'duration: 1: 2', "- line 3 can't be read ("],
    [
      'content/research/publications/automation.mdx',
      /^authors:/m,
      'published: false\nauthors:',
      '- published must be a day. Write it, for example: 2027-05-31, or remove the field',
    ],
    [
      'content/research/publications/automation.mdx',
      /^authors:/m,
      'published: 2026-05-31\nauthors:',
      '- it is published, but has no text below its fields. Write the text there.',
    ],
    [
      'content/home/35-services.mdx',
      /---\s*$/,
      '---\n\nMore of it.\n',
      '- it has text below its fields, which the site does not show. Move it into a field.',
    ],
    ['content/site.yaml', /^ {4}value: 50\+$/m, "    value: ''", '- figures.trusted-by.value is empty.'],
    ['content/site.yaml', /^url: .*$/m, 'url: https://example.com/site', '- url must not have a path.'],
    [
      'content/pages/research.mdx',
      /href: .*/,
      "href: 'mailto:{emial}'",
      '- closing.action.href refers to {emial}, which does not exist.',
    ],
  ])('is told what is wrong in %s', async (file, pattern, replacement, message) => {
    copy.edit(file, pattern, replacement);
    const { code, output } = await astro(copy, ['build'], { SITE_OUT_DIR: 'broken' });
    copy.restore(file);
    expect(code).toBe(1);
    expect(output).toContain(`${file} can't be used:`);
    expect(output).toContain(message);
  });
});
