import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { readText } from '../../src/build/knowledge/plain-text.ts';
import { readPassages, type Passage } from '../../src/build/knowledge/passages.ts';
import { splitFrontmatter } from '../../src/schemas/frontmatter.ts';

const stringsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
};

const passages = readPassages();
const site = readSite();
const everything = passages.map(({ title, text }) => `${title}\n${text}`).join('\n');

describe('the passages of the site', () => {
  it('are plain text, without markup, placeholders or empty lines', () => {
    for (const { title, text } of passages) {
      expect(title).toMatch(/^\S(.*\S)?$/);
      for (const line of text.split('\n')) expect(line).toMatch(/^\S(.*\S)?$/);
      expect(title + text).not.toMatch(/[{}<>`*]|\]\(|\s_|_\s|^#| {2}/m);
    }
  });

  it('have a place on an existing page', () => {
    const pages = ['/', '/flow', '/ai-portfolio', '/internships/apply', '/resources', '/research', '/unsubscribe'];
    const legal = ['/privacy-policy', '/terms-of-service', '/accessibility'];
    const isSection = (path: string) => /^\/#[a-z][a-z0-9-]*$/.test(path);
    const paths = [...new Set(passages.map(({ path }) => path))];
    expect(paths.filter((path) => !isSection(path) && !path.startsWith('/research/')).sort()).toEqual(
      [...pages, ...legal].sort(),
    );
    const internships = passages.find(({ path }) => path === '/#internships');
    expect(internships).toMatchObject({ page: 'Internships' });
    for (const { href } of site.navigation) expect(paths).toContain(href);
  });

  it('come in the same order every time, each once', () => {
    expect(readPassages()).toEqual(passages);
    const keys = passages.map(({ title, text }) => `${title}\n${text}`);
    expect(new Set(keys).size).toBe(keys.length);
    const places = passages.map(({ path }) => path);
    expect(places.indexOf('/#internships')).toBeLessThan(places.indexOf('/flow'));
    expect(places.indexOf('/flow')).toBeLessThan(places.indexOf('/privacy-policy'));
  });

  it.each(Object.values(site.figures))('include the figure $label', ({ label, value }) => {
    const title = label.charAt(0).toUpperCase() + label.slice(1);
    expect(passages).toContainEqual({ path: '/', page: site.title, title, text: value });
  });

  it('say how to get in touch, and when a demo can be booked', () => {
    const contact = passages.find(({ text }) => text.includes(site.phone));
    expect(contact?.text).toContain(site.email);
    expect(contact?.path).toBe('/#contact');
    const { from, to, minutes } = site.bookings;
    expect(everything).toContain(`${from}-${to}`);
    expect(everything).toContain(`${minutes} minutes`);
  });

  it('split a policy at its headings', () => {
    const source = readFileSync('content/legal/privacy-policy.mdx', 'utf8');
    const headings = [...source.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    const titles = passages.filter(({ path }) => path === '/privacy-policy').map(({ title }) => title);
    expect(headings.length).toBeGreaterThan(5);
    expect(titles).toEqual(['Privacy Policy', ...headings]);
  });

  it.each(['emails/contact-notification', 'emails/internship-application', 'forms/consultation', 'forms/internship'])(
    'leave out content/%s.yaml',
    (file) => {
      const sentences = stringsOf(parse(readFileSync(`content/${file}.yaml`, 'utf8'))).filter((text) =>
        / .*\.$/.test(text),
      );
      expect(sentences.length).toBeGreaterThan(2);
      expect(sentences.filter((sentence) => everything.includes(sentence))).toEqual([]);
    },
  );

  it('leave out buttons, notification mails and samples', () => {
    const fieldsOf = (file: string) => parse(splitFrontmatter(readFileSync(file, 'utf8')).fields) as unknown;
    const hero = fieldsOf('content/home/hero.mdx') as { primary: { label: string } };
    expect(everything).not.toContain(hero.primary.label);
    const notice = parse(readFileSync('content/waiting-lists/research.yaml', 'utf8')) as {
      mail: { paragraphs: string[] };
    };
    expect(notice.mail.paragraphs.filter((paragraph) => everything.includes(paragraph))).toEqual([]);
    const proof = fieldsOf('content/home/proof.mdx') as { testimonials: { quote: string; sample: boolean }[] };
    for (const { quote, sample } of proof.testimonials) expect(everything.includes(quote)).toBe(!sample);
  });
});

describe('passages from changed content', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'passages-'));
    cpSync('content', join(root, 'content'), { recursive: true });
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file: string, text: string) => writeFileSync(join(root, 'content', file), text);
  const change = (file: string, pattern: RegExp, text: string) => {
    const source = readFileSync(join(root, 'content', file), 'utf8');
    expect(source).toMatch(pattern);
    write(file, source.replace(pattern, text));
  };
  const added = () => {
    const known = new Set(passages.map((passage) => JSON.stringify(passage)));
    return readPassages(root).filter((passage) => !known.has(JSON.stringify(passage)));
  };

  it('come from the given folder', () => {
    expect(added()).toEqual([]);
    change('site.yaml', /^name: .*$/m, 'name: Acme Works');
    expect(added().map(({ path }) => path)).toContain('/#acme-works');
    expect(added().some(({ text }) => text.includes('Acme Works builds'))).toBe(true);
  });

  it('leave out the descriptions of pages, which only search engines show', () => {
    const home = readFileSync(join(root, 'content/site.yaml'), 'utf8');
    write('site.yaml', home.replace(/^description: .*$/m, 'description: A secret offer'));
    for (const page of readdirSync(join(root, 'content/pages'))) {
      const source = readFileSync(join(root, 'content/pages', page), 'utf8');
      write(`pages/${page}`, source.replace(/^description: .*$/m, `description: The secret of ${page}`));
    }
    expect(JSON.stringify(readPassages(root))).not.toContain('secret');
  });

  it('leave out a waiting list that no page shows', () => {
    const source = readFileSync(join(root, 'content/waiting-lists/research.yaml'), 'utf8');
    write('waiting-lists/secret.yaml', source.replace(/^title: .*$/m, 'title: A secret list'));
    expect(added()).toEqual([]);
  });

  it('include a new section, with the text of its cards', () => {
    write(
      'home/100-support.mdx',
      `---
kind: services
anchor: support
eyebrow: Support
heading: After the launch
lead: We stay.
items:
  - { title: Hotline, text: Somebody answers. }
  - { title: Updates, text: 'Every month, by {company}.' }
action: { label: Ask for support, href: /flow }
---
`,
    );
    const place = { path: '/#support', page: 'Support' };
    expect(added()).toEqual<Passage[]>([
      { ...place, title: 'After the launch', text: 'We stay.\nSupport: Hotline, Updates' },
      { ...place, title: 'Hotline', text: 'Somebody answers.' },
      { ...place, title: 'Updates', text: `Every month, by ${site.name}.` },
    ]);
    const paths = readPassages(root).map(({ path }) => path);
    expect(paths.indexOf('/#support')).toBeGreaterThan(paths.lastIndexOf('/#internships'));
  });

  it('read MDX as text', () => {
    write(
      'research/publications/new-method.mdx',
      `---
title: A new method
description: What it is.
date: Q2 2027
authors: [Ann Lee, { team: Research team }]
published: 2027-05-31
---
{/* A note
for us. */}

It has **two** _good_ sides, \`fast_mode\` included,
and a [link](/flow). ![A chart](/chart.png)

<Figure src="/chart.png" alt="A chart" caption="More > less" />

## First part

- One \\* star
- For {company}<br /> and others

> Quoted by
> many
`,
    );
    const place = { path: '/research/new-method', page: 'A new method' };
    expect(added()).toEqual<Passage[]>([
      {
        ...place,
        title: 'A new method',
        text: [
          'What it is.',
          'It has two good sides, fast_mode included, and a link.',
          'Published: May 31, 2027',
          'By: Ann Lee, Research team',
        ].join('\n'),
      },
      { ...place, title: 'First part', text: `One * star\nFor ${site.name} and others\nQuoted by many` },
    ]);
  });

  it('have the text that the page shows, and nothing that it hides', () => {
    const text = `{/* secret */}Shown one. {/* secret
secret */}

Shown two[^a], \`{/* shown three */}\`.<br />Shown four.

> {/* secret */}
> [^c]: secret

[^a]: Shown last[^b].

[^b]: Shown at the end.

[^d]: secret

[x]: /flow "secret"

| Shown | five |
| ----- | ---- |
| Shown | six  |

~~~md
# Shown seven {/* and eight */}
~~~

Shown nine
==========

<sub>Shown ten</sub>
`;
    expect(readText(text, 'a.mdx')).toEqual({
      paragraphs: [
        'Shown one.',
        'Shown two, {/* shown three */}. Shown four.',
        'Shown | five',
        'Shown | six',
        '# Shown seven {/* and eight */}',
      ],
      parts: [{ title: 'Shown nine', paragraphs: ['Shown ten', 'Shown last.', 'Shown at the end.'] }],
    });
  });

  it('name the file of a text that cannot be read', () => {
    write('portfolio/broken.mdx', readFileSync('content/portfolio/10-workflow-automation.mdx', 'utf8') + 'a <b');
    expect(() => readPassages(root)).toThrow(
      "content/portfolio/broken.mdx can't be used:\n  - its text can't be read (",
    );
  });

  it('include repeated text once', () => {
    const area = readFileSync('content/research/focus-areas/10-teams.mdx', 'utf8');
    write('research/focus-areas/15-teams.mdx', area);
    expect(readPassages(root)).toEqual(passages);
  });

  it('are read at once, whatever marks a text has', () => {
    const { user } = process.cpuUsage();
    readText('__a '.repeat(25_000), 'a.mdx');
    // Microseconds. It took half a minute.
    expect(process.cpuUsage().user - user).toBeLessThan(3_000_000);
  });

  it('join the lines of a block', () => {
    change('home/contact.mdx', /lead: >-\n +(.+?\.) /, 'lead: |\n  $1\n  ');
    expect(added()).toEqual([]);
  });

  it('say that something is coming soon until it is available', () => {
    const titles = () => readPassages(root).map(({ title }) => title);
    expect(titles()).toContain('Case Studies (Coming Soon)');
    change('resources/30-case-studies.mdx', /available: false/, 'available: true\nhref: /flow');
    expect(titles()).toContain('Case Studies');
    expect(titles()).not.toContain('Case Studies (Coming Soon)');
  });

  it('quote a partner once the quote is not a sample', () => {
    change('home/proof.mdx', /(text: .+\n\s+sample: )true/, '$1false');
    expect(added()).toMatchObject([{ path: '/#proof' }]);
  });

  it('leave out what is hidden', () => {
    const paths = () => new Set(readPassages(root).map(({ path }) => path));
    expect(paths()).toContain('/#ai-saas');
    change('home/order.yaml', /- section: features\n/, '$&    hidden: true\n');
    expect(paths()).not.toContain('/#ai-saas');
    const titles = () => readPassages(root).map(({ title }) => title);
    expect(titles()).toContain('University talent');
    change('home/reasons.mdx', /- title: University talent\n/, '$&    hidden: true\n');
    expect(titles()).not.toContain('University talent');
  });

  it('are rejected with the name of the invalid file', () => {
    change('home/internships.mdx', /^heading: .*\n/m, '');
    expect(() => readPassages(root)).toThrow("content/home/internships.mdx can't be used:\n  - heading is missing.");
  });
});
