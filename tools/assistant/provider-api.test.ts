import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { AREAS } from './endpoints.ts';
import { pairsOf, PROVIDER_API_FILE, providerApi } from './provider-api.ts';

const pairs = AREAS.flatMap(pairsOf);

it('accounts for the 141 endpoints of the specification, each once', () => {
  expect(pairs).toHaveLength(141);
  expect(new Set(pairs).size).toBe(141);
});

it('names users only of endpoints that it lists, and only files that exist', () => {
  for (const area of AREAS)
    for (const [pair, user] of Object.entries(area.uses ?? {})) {
      expect(pairsOf(area)).toContain(pair);
      for (const [, file = ''] of user.matchAll(/`(src\/[^`]+)`/g)) expect(existsSync(file), file).toBe(true);
    }
});

it('docs/provider-api.md is what the command writes', async () => {
  expect(readFileSync(PROVIDER_API_FILE, 'utf8')).toBe(await providerApi());
});
