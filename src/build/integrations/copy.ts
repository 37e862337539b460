import type { AstroIntegration } from 'astro';
import { loadEnv } from 'vite';
import { projectFolder } from '../../lib/project-folder.ts';
import { findPlaceholders, isForPublic } from '../placeholders.ts';
import { ROOMS } from '../rooms.ts';
import { checkInventory } from './copy-inventory.ts';
import { COPY_TYPES, copyModules } from './copy-modules.ts';
import { copyPlaceholders } from './copy-placeholders.ts';
import { writeEmailCopy } from './email-copy.ts';
import { mdxMistakes } from './mdx-mistakes.ts';
import { checkPictures } from './picture-inventory.ts';
import { lateDates } from './publication-dates.ts';

/** Checks content/ and its pictures, and gives its words to the MDX compiler, the islands and the functions. */
export function copy(): AstroIntegration {
  return {
    name: 'copy',
    hooks: {
      'astro:config:setup'({ updateConfig }) {
        checkInventory();
        checkPictures();
        writeEmailCopy();
        updateConfig({ vite: { plugins: [copyModules(), copyPlaceholders(), mdxMistakes()] } });
      },
      'astro:config:done': ({ injectTypes }) => void injectTypes({ filename: 'copy.d.ts', content: COPY_TYPES }),
      'astro:build:done'({ logger }) {
        lateDates().forEach((line) => logger.warn(line));
        if (!isForPublic()) return;
        const { length } = findPlaceholders(
          loadEnv('production', projectFolder, ['PUBLIC_', ...ROOMS.map(({ setting }) => setting)]),
        );
        if (length > 0) logger.warn(`Still to be replaced: ${length}. To list them: npm run backend -- ready`);
      },
    },
  };
}
