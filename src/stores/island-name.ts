/** The names of the site's islands, as given by `client:intent`. */
export type IslandName = 'consultation' | 'demo-booking' | 'notify' | 'internship' | 'voice-call';
