import type { IslandName } from './intents.ts';

/** Islands whose form was sent before they were ready; they send it as soon as they are. */
export const heldSubmits = new Set<IslandName>();
