import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the visitor's intent. The value names the island (src/build/integrations/intent-directive.ts). */
    'client:intent'?: string;
  }
}
