/** A part of the voice provider's API that the specification lists (section 7), and what of ours uses it. */
export interface Area {
  name: string;
  /** Each is one or more methods and a path. */
  endpoints: readonly string[];
  /** What uses an endpoint, by method and path. */
  uses?: Readonly<Record<string, string>>;
  /** Why nothing uses the others. */
  otherwise: string;
}

/** The endpoints of a resource that can be listed, created, read, changed and deleted. */
const crud = (path: string) => [`GET POST ${path}`, `GET PATCH DELETE ${path}/{id}`];

/** All 141 pairs of method and path in section 7 of the specification. */
export const AREAS: readonly Area[] = [
  {
    name: 'Calls',
    endpoints: ['POST /call/web', 'GET POST /call', 'GET PATCH DELETE /call/{id}', 'POST /call/phone'],
    uses: {
      'POST /call/web': 'the SDK, when a visitor starts a call (`src/voice/provider.ts`)',
      'GET /call': '`npm run assistant -- calls` and `report`',
    },
    otherwise:
      'A call begins in the browser and ends there; its report comes by itself, with all that we store. Nobody is called by telephone.',
  },
  {
    name: 'Lists by page',
    endpoints: [
      'GET /v2/call',
      'GET /v2/call/export',
      'GET /v2/call/metadata',
      'GET /v2/assistant',
      'GET /v2/phone-number',
    ],
    otherwise: '`GET /call` and `GET /assistant` give what the commands need.',
  },
  {
    name: 'Assistants',
    endpoints: [...crud('/assistant'), 'PUT /assistant/{id}', 'GET /assistant/{id}/version'],
    uses: {
      'GET /assistant':
        '`push`, which does not create a second assistant; `plan`, which looks for who else uses a file',
      'POST /assistant': '`npm run assistant -- push`, without an assistant in `.env`',
      'GET /assistant/{id}': '`plan`, `push` and `pull`',
      'PATCH /assistant/{id}': '`npm run assistant -- push`: only what differs, so settings of the dashboard stay',
    },
    otherwise: 'The versions are in Git. What belongs to the company is deleted by hand.',
  },
  {
    name: 'Tools',
    endpoints: crud('/tool'),
    uses: { 'GET /tool': '`plan` and `push`, which look for who else uses a file' },
    otherwise: 'The tool for the knowledge is part of the assistant.',
  },
  {
    name: 'Files',
    endpoints: [...crud('/file'), 'POST /file/upload'],
    uses: {
      'GET /file': '`plan` and `push`',
      'POST /file': '`push`: the text of the site, as multipart',
      'DELETE /file/{id}': '`push`: the text that was replaced, unless something else uses it',
    },
    otherwise: 'The name of a file has the hash of its content, so none is read back or changed.',
  },
  {
    name: 'Chats',
    endpoints: [
      'GET POST /chat',
      'GET DELETE /chat/{id}',
      'POST /chat/responses',
      'POST /chat/web',
      'POST /chat/web/responses',
    ],
    uses: { 'POST /chat/web': 'a chat on the site (`src/voice/chat-request.ts`)' },
    otherwise:
      '`/chat` needs the private key, which no browser may have; `responses` is the same for clients of OpenAI.',
  },
  {
    name: 'Knowledge bases',
    endpoints: crud('/knowledge-base'),
    otherwise:
      'The assistant searches its files with a tool of its own; this first version is no longer in the provider’s own server SDK.',
  },
  {
    name: 'Analytics',
    endpoints: ['POST /analytics'],
    otherwise:
      'The desk counts calls from what is stored; `report` adds up `GET /call`, which has the open questions, too.',
  },
  {
    name: 'Structured outputs',
    endpoints: crud('/structured-output'),
    otherwise: 'Ours, of `content/assistant/outcome.yaml`, is part of the assistant.',
  },
  {
    name: 'Evals',
    endpoints: [...crud('/eval'), 'GET POST /eval/run', 'GET DELETE /eval/run/{id}'],
    uses: {
      'POST /eval/run': '`npm run assistant -- test`: each conversation of `content/assistant/evals/`',
      'GET /eval/run/{id}': 'the same, until a conversation is over',
    },
    otherwise: 'The tests are in Git, and each is sent with its run, so nothing has to be kept at the provider.',
  },
  {
    name: 'Test suites',
    endpoints: [...crud('/test-suite'), ...crud('/test-suite/{id}/test'), ...crud('/test-suite/{id}/run')],
    otherwise: 'The provider replaces them with simulations.',
  },
  {
    name: 'Several assistants and campaigns',
    endpoints: [...crud('/squad'), ...crud('/workflow'), ...crud('/campaign')],
    otherwise: 'The site has one assistant, which calls nobody.',
  },
  {
    name: 'Sessions',
    endpoints: crud('/session'),
    otherwise: '`POST /chat/web` makes the session of a chat.',
  },
  {
    name: 'Telephone numbers',
    endpoints: [...crud('/phone-number'), 'POST /phone-number/import/twilio', 'POST /phone-number/import/vonage'],
    otherwise: 'Visitors talk in the browser. The number at the foot of the page is the company’s own.',
  },
  {
    name: 'The account',
    endpoints: [
      'GET /org/feature-flag',
      'GET /org/{id}/user',
      'DELETE /org/{id}/leave',
      'DELETE /org/{id}/member/{id}/leave',
      'GET /org/{id}/auth',
      'POST /org/{id}/invite',
      'PATCH /org/{id}/role',
      ...crud('/token'),
      ...crud('/credential'),
      'POST /credential/session',
      'POST /credential/webhook',
      'POST /credential/trigger',
      ...crud('/template'),
      'GET /template/pinned',
    ],
    otherwise:
      'People, keys and credentials are managed in the dashboard: a program that could change them would need rights that no program of ours should have.',
  },
  {
    name: 'Voices and providers',
    endpoints: [
      'GET /voice-library/{provider}',
      'GET /voice-library/{provider}/accents',
      'POST /voice-library/sync',
      'POST /voice-library/sync/{provider}',
      'POST /voice-library/create-sesame-voice',
      'POST /11labs/voice/clone',
      ...crud('/provider/{a}/{b}'),
      'GET /{provider}/workflows',
      'GET /{provider}/locations',
      'GET /{provider}/voices/search',
      'POST /{provider}/voice/add',
      'POST /{provider}/voices/add',
    ],
    otherwise: 'The agent has one voice, whose name is in `content/assistant/agent.mdx`.',
  },
];
