import { siteKeys } from '#figure-keys';

/** What placeholders of single fields are called, such as the time of a booking in its mail. No figure can replace them. */
export const TAKEN: readonly string[] = [
  ...[
    'address',
    'attempt',
    'company',
    'count',
    'done',
    'duration',
    'email',
    'end',
    'failure',
    'file',
    'id',
    'length',
    'limit',
    'name',
    'number',
    'page',
    'pages',
  ],
  ...[
    'percent',
    'phone',
    'position',
    'questions',
    'reason',
    'received',
    'resource',
    'start',
    'subject',
    'table',
    'text',
    'time',
    'topic',
  ],
  ...['topics', 'total', 'tries', 'when', 'wishes', 'zone'],
];

// Anything else, filled in as a placeholder, could change what the text around it means.
const isUsable = (key: string) => /^[a-z\d-]+$/.test(key) && !TAKEN.includes(key);

/** The keys of the headline figures in content/site.yaml. Copy refers to them as `{students-trained}` and so on. */
export const FIGURE_KEYS: readonly string[] = siteKeys.figures.filter(isUsable);

/** What is deleted after some days. Copy refers to the time as `{kept-calls}` and so on. */
export const RETENTION_KEYS: readonly string[] = siteKeys.retention.filter(isUsable);
