import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on a visitor's intent; the value is the island's name (src/build/integrations/intent-directive.ts). */
    'client:intent'?: import('../../stores/island-name.ts').IslandName;
  }
}
