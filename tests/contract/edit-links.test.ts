import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkPage } from '../../src/build/page-check/checked-page.ts';
import { pageFiles } from '../../src/build/page-files.ts';
import { isKnownPath, isOfLayout, targetsOf } from '../../src/editing/files/link-targets.ts';
import { copySource } from '../setup/copy-source.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const { folder } = await sharedBuild();
const targets = targetsOf(copySource());

/** A page of the build, by its file. */
const pages = pageFiles(folder).map((file) => {
  const path = `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}`;
  return { path, ...checkPage(path, readFileSync(join(folder, file), 'utf8'), 'https://example.com') };
});

describe('the pages that the editor knows without building them', () => {
  it('are those of a build', () => {
    expect(targets).toBeDefined();
    expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining([...(targets?.keys() ?? [])]));
    expect(pages.filter(({ path }) => targets && !isKnownPath(path, targets))).toEqual([]);
  });

  it.each(pages.map((page) => [page.path, page] as const))('have the sections of a build: %s', (path, { ids }) => {
    const target = targets?.get(path);
    if (!target) return;
    expect([...ids]).toEqual(expect.arrayContaining(target.anchors));
    if (target.isComplete) expect([...ids].filter((id) => !isOfLayout(id) && !target.anchors.includes(id))).toEqual([]);
  });
});
