import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectFolder } from '../../src/lib/project-folder.ts';

const FOLDERS = ['components', 'pages', 'islands', 'layouts', 'styles'];
/** The files that may name colors: the tokens, and the grounds of sections. */
const ALLOWED = ['src/styles/tokens.css', 'src/styles/components.css'];

const NAMED = 'white|black|gr[ae]y|silver|red|green|blue|navy|yellow|orange|pink|purple|brown|teal';
const LITERALS = [
  // Hexadecimal colors, but not HTML entities or link anchors.
  /(?<![&\w/"'=])#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})(?![-\w])/gi,
  /(?<=["'])#(?:[\da-f]{8}|[\da-f]{6})(?=["'])/gi,
  /(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^)]*\)/gi,
  new RegExp(
    `(?<=(?:color|background|fill|stroke|border|shadow|outline)[\\w-]*:[^;{}]*)(?<![\\w-])(?:${NAMED})(?![\\w-])`,
    'gi',
  ),
  new RegExp(`(?<=(?:fill|stroke|stop-color)=["'])(?:${NAMED}|#[\\da-f]{3})(?=["'])`, 'gi'),
];

/** The color literals in a text, each with its line number. */
const literals = (text: string): string[] =>
  text
    // Comments may name colors, and in masks a color is only an opacity. Keep their line breaks for the line numbers.
    .replaceAll(/\/\*[^]*?\*\/|(?<![\w-])mask(?:-image)?:[^;}]*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
    .split('\n')
    .flatMap((line, index) =>
      [...new Set(LITERALS.flatMap((pattern) => [...line.matchAll(pattern)].map(([found]) => found)))].map(
        (found) => `${index + 1}: ${found}`,
      ),
    );

it('components and style sheets have no color literals', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(projectFolder, 'src', folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      join('src', folder, file),
    ),
  ).filter((file) => /\.(astro|css|tsx?)$/.test(file) && !ALLOWED.includes(file));
  expect(files.length).toBeGreaterThan(40);
  const found = files.flatMap((file) =>
    literals(readFileSync(join(projectFolder, file), 'utf8')).map((literal) => `${file}:${literal}`),
  );
  expect(found, 'Use a token from src/styles/tokens.css').toEqual([]);
});

it.each([
  ['color: #fff;', '1: #fff'],
  ['\nfill="#F7532B"', '2: #F7532B'],
  ['fill="white"', '1: white'],
  ['box-shadow: 0 0 4px rgb(0 0 0 / 50%)', '1: rgb(0 0 0 / 50%)'],
  ['border: 1px solid red', '1: red'],
  ['background: hsl(20 50% 50%)', '1: hsl(20 50% 50%)'],
])('treats %s as a color', (text, found) => {
  expect(literals(text)).toEqual([found]);
});

it.each([
  'href="#contact"',
  'href="#fab"',
  '&#123;',
  'white-space: nowrap',
  'color: var(--color-ink)',
  'mask: linear-gradient(#000 90%, transparent);',
  'class="border-line"',
])('does not treat %s as a color', (text) => {
  expect(literals(text)).toEqual([]);
});
