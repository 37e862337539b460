import { map } from 'nanostores';

/** The islands of the site that load on intent, by the name that `client:intent` gives. */
export type IslandName = 'consultation' | 'demo-booking' | 'notify' | 'internship' | 'voice-call';

/** Which islands are wanted. Once wanted, always wanted. */
export const $intents = map<Partial<Record<IslandName, true>>>({});

/** Asks for an island. It may be asked for as often as one likes. */
export function wantIsland(name: IslandName): void {
  if (!$intents.get()[name]) $intents.setKey(name, true);
}
