/** The islands of the site, by the name that `client:intent` gives. */
export type IslandName = 'consultation' | 'demo-booking' | 'notify' | 'internship' | 'voice-call';
