/** What a page may download before the visitor interacts, without the film. KB are KiB; sizes are with brotli. */
export const FIRST_LOAD = {
  total: 44 * 1024,
  requests: 5,
  /** Our own scripts, inline and in files. */
  script: 3 * 1024,
  /** The document with its styles: of the home page and of every other page. */
  page: { home: 20 * 1024, other: 14 * 1024 },
  fonts: 1,
  font: 18 * 1024,
};

/** The home page on a first visit, with the film. */
export const WITH_FILM = { total: 92 * 1024, requests: 6 };

/** What fits into the first round trip. The build reports which pages do; it does not require it. */
export const FIRST_ROUND_TRIP = 13 * 1024;

/** What may be loaded on intent: files with everything they import, minus what is already loaded by then. */
export const ON_INTENT = [
  {
    what: 'Consultation form, with React',
    limit: 75 * 1024,
    modules: [/\/islands\/consultation\/ConsultationForm\.tsx$/, /\/react-dom-client\.production\.js$/],
  },
  { what: 'Supabase client, on top', limit: 48 * 1024, modules: [/\/@supabase\/auth-js\//] },
  { what: 'Voice SDK, on top', limit: 68 * 1024, modules: [/\/@daily-co\/daily-js\//] },
];
