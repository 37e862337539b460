import type { AstroIntegration } from 'astro';

/** Adds `client:intent="name"`: an island that loads nothing until a visitor shows that it is wanted. */
export function intentDirective(): AstroIntegration {
  return {
    name: 'intent-directive',
    hooks: {
      'astro:config:setup'({ addClientDirective }) {
        addClientDirective({ name: 'intent', entrypoint: './src/browser/intent-directive.ts' });
      },
    },
  };
}
