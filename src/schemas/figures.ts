import { readFileSync } from 'node:fs';
import { parseCopy } from './messages.ts';

const SITE = 'content/site.yaml';

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

function keysOf(field: 'figures' | 'retention'): readonly string[] {
  try {
    const site = parseCopy(readFileSync(SITE, 'utf8'), SITE) as Partial<Record<typeof field, object>> | null;
    // Anything else, filled in as a placeholder, could change what the text around it means.
    return Object.keys(site?.[field] ?? {}).filter((key) => /^[a-z\d-]+$/.test(key) && !TAKEN.includes(key));
  } catch {
    // The check of the file itself reports this.
    return [];
  }
}

/**
 * The keys of the headline figures in content/site.yaml when the process started. Copy refers to them as
 * `{students-trained}` and so on.
 */
export const FIGURE_KEYS = keysOf('figures');

/** What is deleted after some days. Copy refers to the time as `{kept-calls}` and so on. */
export const RETENTION_KEYS = keysOf('retention');
