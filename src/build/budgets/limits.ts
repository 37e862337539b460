/** KB are KiB; sizes are brotli. What may be downloaded before a visitor has touched anything, without the film. */
export const FIRST_LOAD = {
  total: 64 * 1024,
  requests: 5,
  /** Our own, in the document and in files. */
  script: 3 * 1024,
  /** The document with its styles: the home page, and every other. */
  page: { home: 20 * 1024, other: 14 * 1024 },
  fonts: 1,
  font: 28 * 1024,
};

/** The home page on a first visit, with its film. */
export const WITH_FILM = { total: 184 * 1024, requests: 6 };

/** What a first round trip carries: which pages reach it is said, not asked for. */
export const FIRST_ROUND_TRIP = 13 * 1024;

/** What may arrive when a visitor wants something: files with all that they import, beyond what is there by then. */
export const ON_INTENT = [
  {
    what: 'Consultation form, with React',
    limit: 75 * 1024,
    modules: [/\/islands\/consultation\/ConsultationForm\.tsx$/, /\/react-dom-client\.production\.js$/],
  },
  { what: 'Supabase client, on top', limit: 48 * 1024, modules: [/\/@supabase\/auth-js\//] },
  { what: 'Voice SDK, on top', limit: 68 * 1024, modules: [/\/@daily-co\/daily-js\//] },
];
