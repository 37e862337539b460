import astro from 'eslint-plugin-astro';
import hooks from 'eslint-plugin-react-hooks';
import { defineConfig, globalIgnores } from 'eslint/config';
import typescript from 'typescript-eslint';

export default defineConfig(
  globalIgnores([
    'dist',
    '.astro',
    '.local',
    'node_modules',
    'functions/_shared/email-copy.generated.ts',
    'playwright-report',
    'test-results',
  ]),
  {
    files: ['**/*.{ts,tsx}'],
    extends: [typescript.configs.strictTypeChecked],
    languageOptions: {
      // Not the project service: that makes the types of all files twice.
      parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, varsIgnorePattern: '^_' }],
      // The island's boundaries and the DOM's named lookups are untyped by nature.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  { files: ['src/islands/**/*.tsx'], extends: [hooks.configs.flat.recommended] },
  ...astro.configs['flat/recommended'],
  // The scripts in components, which do no more than import one; they are in no project.
  { files: ['**/*.astro/*.ts'], extends: [typescript.configs.disableTypeChecked] },
);
