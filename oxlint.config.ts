import { defineConfig, type OxlintConfig } from 'oxlint';
import { ROOMS } from './src/build/rooms.ts';

/** Forbids imports from folders of these names, in `src` or elsewhere. */
const forbid = (message: string, ...folders: string[]) => ({
  group: folders.map((folder) => `**/${folder}/**`),
  message,
});
const TOOLS = forbid('Code that ships must not import code that does not.', 'tools', 'tests');
const EDITING = forbid('Public pages must not load the editor.', 'editing');
const APPS = forbid('Only the page of a room loads its application.', 'apps');
const SCREENS = ['pages', 'layouts', 'components', 'islands', 'apps'];
const STATE = ['stores', 'browser', 'build'];

/** Allowed imports: pages import parts, parts import state. Nothing imports from a level above it. */
const DIRECTIONS = [
  { files: ['src/pages/**'], patterns: [TOOLS, EDITING, APPS] },
  { files: ROOMS.map(({ name }) => `src/pages/${name}.astro`), patterns: [TOOLS, EDITING] },
  {
    files: ['src/apps/**'],
    patterns: [TOOLS, EDITING, forbid('An application must not import pages.', 'pages', 'layouts')],
  },
  // The editor is what this room is for. Its page is beside its application, because it is not always there.
  {
    files: ['src/apps/edit/**'],
    patterns: [TOOLS, forbid('An application must not import pages.', 'pages', 'layouts')],
  },
  { files: ['src/apps/edit/page.astro'], patterns: [TOOLS, EDITING] },
  {
    files: ['src/layouts/**', 'src/components/**', 'src/islands/**'],
    patterns: [TOOLS, EDITING, APPS, forbid('A part of a page must not import the page.', 'pages')],
  },
  {
    files: STATE.map((folder) => `src/${folder}/**`),
    patterns: [TOOLS, EDITING, forbid('State must not import screens.', ...SCREENS)],
  },
  {
    files: ['backend', 'code-host', 'voice', 'video', 'verification', 'schemas', 'brand', 'lib'].map(
      (folder) => `src/${folder}/**`,
    ),
    patterns: [TOOLS, EDITING, forbid('An adapter must not import state or screens.', ...SCREENS, ...STATE)],
  },
  {
    files: ['src/editing/**'],
    patterns: [TOOLS, forbid('The editor may import schemas, not the site.', ...SCREENS, ...STATE, 'backend', 'voice')],
  },
  {
    files: ['functions/**'],
    patterns: [TOOLS, EDITING, forbid('A function may import rules, not screens.', ...SCREENS, ...STATE)],
  },
];

export default defineConfig({
  ignorePatterns: [
    '**/*.mjs',
    'dist',
    'dist-*',
    '.astro',
    '.local',
    'functions/_shared/email-copy.generated.ts',
    'playwright-report',
    'test-results',
  ],
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: 'error', denyWarnings: true },
  plugins: ['typescript'],
  categories: { correctness: 'error' },
  rules: {
    'no-array-constructor': 'error',
    'no-empty-pattern': 'off',
    'no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_' }],
    'no-useless-constructor': 'error',
    'typescript/require-array-sort-compare': 'off',
    'typescript/ban-ts-comment': ['error', { minimumDescriptionLength: 10 }],
    'typescript/no-confusing-void-expression': [
      'error',
      { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
    ],
    'typescript/no-deprecated': 'error',
    'typescript/no-dynamic-delete': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-extraneous-class': 'error',
    'typescript/no-invalid-void-type': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/no-mixed-enums': 'error',
    'typescript/no-non-null-asserted-nullish-coalescing': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-boolean-literal-compare': 'error',
    'typescript/no-unnecessary-condition': 'error',
    'typescript/no-unnecessary-template-expression': 'error',
    'typescript/no-unnecessary-type-arguments': 'error',
    'typescript/no-unnecessary-type-assertion': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unnecessary-type-conversion': 'error',
    'typescript/no-unsafe-argument': 'error',
    'typescript/no-unsafe-assignment': 'error',
    'typescript/no-unsafe-call': 'error',
    'typescript/no-unsafe-enum-comparison': 'error',
    'typescript/no-unsafe-function-type': 'error',
    'typescript/no-unsafe-member-access': 'error',
    'typescript/no-unsafe-return': 'error',
    'typescript/only-throw-error': 'error',
    'typescript/prefer-promise-reject-errors': 'error',
    'typescript/prefer-reduce-type-parameter': 'error',
    'typescript/prefer-return-this-type': 'error',
    'typescript/related-getter-setter-pairs': 'error',
    'typescript/require-await': 'error',
    'typescript/restrict-plus-operands': [
      'error',
      { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
    ],
    'typescript/restrict-template-expressions': ['error', { allowNumber: true }],
    'typescript/return-await': ['error', 'error-handling-correctness-only'],
    'typescript/unified-signatures': 'error',
    'typescript/use-unknown-in-catch-callback-variable': 'error',
  },
  overrides: [
    { files: ['**/*.tsx'], plugins: ['react'], rules: { 'react/rules-of-hooks': 'error' } },
    ...DIRECTIONS.map(({ files, patterns }): NonNullable<OxlintConfig['overrides']>[number] => ({
      files,
      rules: { 'no-restricted-imports': ['error', { patterns }] },
    })),
  ],
});
