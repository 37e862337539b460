import type { z } from 'zod';
import {
  agentSchema,
  callSchema,
  outcomeSchema,
  questionsSchema,
  rehearsalSchema,
  type AgentCopy,
} from './assistant.ts';
import { focusAreaSchema, journeySchema, portfolioSchema, publicationSchema, resourceSchema } from './collections.ts';
import * as emails from './email.ts';
import { evalsSchema } from './evals.ts';
import * as forms from './form.ts';
import { homeOrderSchema, homeSchema } from './home.ts';
import { meetingSchema } from './meeting.ts';
import * as pages from './page.ts';
import { siteSchema, type Site } from './site.ts';
import type { ShowsText } from './body-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How the social card of a page is composed (src/build/cards). */
type Card = 'together' | 'campus' | 'company' | 'entering' | 'beside' | 'apart' | 'stages';

/** A file in content/, or all files of a folder. */
export interface CopyFile {
  /** Relative to the project folder. A star stands for the name of any file. */
  path: string;
  /** The names that the star can stand for, where pages name each file. */
  names?: readonly string[];
  schema: z.ZodType;
  /** The heading under which the editor lists it. */
  group: string;
  /** What the editor calls it if the file's name says too little. */
  title?: string;
  /** The page that shows it; none for what only mails or the agent say. `{name}` is the file's name. */
  page?: string | ((fields: Fields, name: string) => string);
  /** The page is the file's own, and has this social card. */
  card?: Card;
  /** Whether the site shows the text below the fields; it shows none by default. */
  text?: ShowsText | ((fields: Fields) => ShowsText);
  /** Where the page of a file is beside others: their names, which no file can have. */
  taken?: readonly string[];
  /** What islands import as `copy:<name>`: all data of the file, or some of it. */
  modules?: Readonly<Record<string, true | ((data: never) => unknown)>>;
}

/**
 * Every file in content/, by the name of its collection. The build, the editor, the islands, the social cards, the voice
 * agent and the tests all read this table.
 */
export const COPY_FILES = {
  site: {
    path: 'content/site.yaml',
    schema: siteSchema,
    group: 'Every page',
    title: 'Company, figures and menus',
    page: '/',
    card: 'together',
    modules: {
      company: ({ name, email, bookings }: Site) => ({ name, email, bookings }),
      // Where the editor at /edit finds the words.
      repository: ({ repository, url }: Site) => ({ repository, url }),
      'response-time': ({ figures }: Site) => figures['response-time']?.value ?? '',
      'site-keys': ({ figures, retention }: Site) => ({
        figures: Object.keys(figures),
        retention: Object.keys(retention),
      }),
    },
  },
  homeOrder: {
    path: 'content/home/order.yaml',
    schema: homeOrderSchema,
    group: 'Home page',
    title: 'Order of the sections',
    page: '/',
  },
  home: {
    path: 'content/home/*.mdx',
    schema: homeSchema,
    group: 'Home page',
    page: '/',
    text: ({ kind }) => kind === 'introduction',
  },

  flowPage: { path: 'content/pages/flow.mdx', schema: pages.flowSchema, group: 'Pages', page: '/flow', card: 'stages' },
  journey: {
    path: 'content/journey/*.mdx',
    schema: journeySchema,
    group: 'Stages of a project',
    page: '/flow',
  },
  portfolioPage: {
    path: 'content/pages/ai-portfolio.mdx',
    schema: pages.portfolioPageSchema,
    group: 'Pages',
    page: '/ai-portfolio',
    card: 'company',
  },
  portfolio: {
    path: 'content/portfolio/*.mdx',
    schema: portfolioSchema,
    group: 'AI portfolio',
    page: '/ai-portfolio',
    text: true,
  },
  applyPage: {
    path: 'content/pages/internships-apply.mdx',
    schema: pages.applyPageSchema,
    group: 'Pages',
    page: '/internships/apply',
    card: 'entering',
    text: true,
  },
  resourcesPage: {
    path: 'content/pages/resources.mdx',
    schema: pages.resourcesPageSchema,
    group: 'Pages',
    page: '/resources',
    card: 'together',
  },
  resources: {
    path: 'content/resources/*.mdx',
    schema: resourceSchema,
    group: 'Resources',
    page: '/resources',
  },
  researchPage: {
    path: 'content/pages/research.mdx',
    schema: pages.researchPageSchema,
    group: 'Pages',
    page: '/research',
    card: 'campus',
  },
  focusAreas: {
    path: 'content/research/focus-areas/*.mdx',
    schema: focusAreaSchema,
    group: 'Focus areas of research',
    page: '/research',
  },
  publications: {
    path: 'content/research/publications/*.mdx',
    schema: publicationSchema,
    group: 'Publications',
    page: ({ published }) => (published === undefined ? '/research' : '/research/{name}'),
    card: 'campus',
    text: ({ published }) => published === undefined || 'needed',
    taken: ['index', 'page'],
  },
  unsubscribePage: {
    path: 'content/pages/unsubscribe.mdx',
    schema: pages.unsubscribePageSchema,
    group: 'Pages',
    page: '/unsubscribe',
    card: 'apart',
  },
  notFound: {
    path: 'content/pages/404.mdx',
    schema: pages.notFoundSchema,
    group: 'Pages',
    page: '/404',
    card: 'apart',
  },
  legal: {
    path: 'content/legal/*.mdx',
    schema: pages.legalSchema,
    group: 'Legal texts',
    page: '/{name}',
    taken: [
      '404',
      'ai-portfolio',
      'cards',
      'desk',
      'edit',
      'flow',
      'icons',
      'index',
      'internships',
      'meet',
      'research',
      'resources',
      'unsubscribe',
    ],
    card: 'beside',
    text: 'needed',
  },

  commonForm: {
    path: 'content/forms/common.yaml',
    schema: forms.commonFormSchema,
    group: 'Forms',
    title: 'All forms',
    page: '/',
    modules: {
      common: ({ verification: _, ...rest }: z.infer<typeof forms.commonFormSchema>) => rest,
      // Only for builds that verify who sends a form.
      verification: ({ verification }: z.infer<typeof forms.commonFormSchema>) => verification,
    },
  },
  consultation: {
    path: 'content/forms/consultation.yaml',
    schema: forms.consultationSchema,
    group: 'Forms',
    title: 'Book a strategic call',
    page: '/',
    modules: { consultation: true },
  },
  demoBookingForm: {
    path: 'content/forms/demo-booking.yaml',
    schema: forms.demoBookingSchema,
    group: 'Forms',
    title: 'Schedule a demo',
    page: '/',
    modules: { 'demo-booking': true },
  },
  internshipForm: {
    path: 'content/forms/internship.yaml',
    schema: forms.internshipFormSchema,
    group: 'Forms',
    title: 'Internship application',
    page: '/internships/apply',
    modules: {
      internship: true,
      'internship-choices': ({ fields }: z.infer<typeof forms.internshipFormSchema>) => ({
        positions: fields.position.options,
        availabilities: fields.availability.options,
      }),
    },
  },
  waitingListForm: {
    path: 'content/forms/waiting-list.yaml',
    schema: forms.waitingListFormSchema,
    group: 'Forms',
    page: '/',
    modules: { 'waiting-list': true },
  },
  toasts: {
    path: 'content/forms/toasts.yaml',
    schema: forms.toastsSchema,
    group: 'Forms',
    title: 'Messages in the corner',
    page: '/',
    modules: { toasts: true },
  },
  waitingLists: {
    path: 'content/waiting-lists/*.yaml',
    names: ['case-studies', 'research'],
    schema: forms.waitingListSchema,
    group: 'News by mail',
    page: (_, name) => (name === 'research' ? '/research' : '/resources'),
  },

  call: {
    path: 'content/assistant/call.yaml',
    schema: callSchema,
    group: 'Voice agent',
    page: '/',
    modules: { call: true },
  },
  agent: {
    path: 'content/assistant/agent.mdx',
    schema: agentSchema,
    group: 'Voice agent',
    text: 'needed',
    modules: { agent: ({ firstMessage, silence }: AgentCopy) => ({ firstMessage, silence }) },
  },
  questions: {
    path: 'content/assistant/questions/*.yaml',
    schema: questionsSchema,
    group: 'What visitors ask the agent',
  },
  evals: {
    path: 'content/assistant/evals/*.yaml',
    schema: evalsSchema,
    group: 'Tests of the agent',
  },
  outcome: {
    path: 'content/assistant/outcome.yaml',
    schema: outcomeSchema,
    group: 'Voice agent',
    title: 'What the team is told of a call',
  },
  rehearsal: {
    path: 'content/assistant/rehearsal.yaml',
    schema: rehearsalSchema,
    group: 'Voice agent',
    title: 'Conversation of the rehearsed agent',
    modules: { rehearsal: true },
  },

  meeting: {
    path: 'content/meeting.yaml',
    schema: meetingSchema,
    group: 'Video call',
    modules: { meeting: true },
  },

  teamEmail: {
    path: 'content/emails/team.yaml',
    schema: emails.teamEmailSchema,
    group: 'E-mails',
    modules: { 'team-labels': ({ labels }: z.infer<typeof emails.teamEmailSchema>) => labels },
  },
  contactEmail: {
    path: 'content/emails/contact-notification.yaml',
    schema: emails.requestEmailSchema(['subject']),
    group: 'E-mails',
  },
  applicationEmail: {
    path: 'content/emails/internship-application.yaml',
    schema: emails.applicationEmailSchema,
    group: 'E-mails',
    modules: { 'application-labels': ({ team }: z.infer<typeof emails.applicationEmailSchema>) => team.labels },
  },
  demoBookingEmail: {
    path: 'content/emails/demo-booking.yaml',
    schema: emails.requestEmailSchema(['company', 'topic', 'officeTime', 'theirTime'], ['time']),
    group: 'E-mails',
    modules: {
      'booking-labels': ({
        team,
      }: {
        team: { labels: Record<'company' | 'topic' | 'officeTime' | 'theirTime', string> };
      }) => team.labels,
    },
  },
  callEmail: {
    path: 'content/emails/voice-call.yaml',
    schema: emails.callEmailSchema,
    group: 'E-mails',
    modules: {
      'call-labels': ({ team }: z.infer<typeof emails.callEmailSchema>) => ({
        labels: team.labels,
        ended: team.ended,
        silent: team.silent,
      }),
    },
  },
  bookingAnswerEmail: {
    path: 'content/emails/booking-answer.yaml',
    schema: emails.bookingAnswerEmailSchema,
    group: 'E-mails',
    title: 'Answer to a demo booking',
  },
  deadLettersEmail: {
    path: 'content/emails/dead-letters.yaml',
    schema: emails.deadLettersEmailSchema,
    group: 'E-mails',
    title: 'Requests that could not be delivered',
  },
  unsubscribeEmail: {
    path: 'content/emails/unsubscribe.yaml',
    schema: emails.unsubscribeEmailSchema,
    group: 'E-mails',
  },
} satisfies Record<string, CopyFile>;

/** The name of a collection of copy files. */
export type CopyName = keyof typeof COPY_FILES;
/** The valid data of a file of a collection. */
export type CopyOf<Name extends CopyName> = z.output<(typeof COPY_FILES)[Name]['schema']>;
/** What an island gets from `copy:<Module>`. */
export type CopyModule<Name extends CopyName, Module extends string> = (typeof COPY_FILES)[Name] extends {
  modules: Record<Module, infer Pick>;
}
  ? Pick extends (data: never) => infer Picked
    ? Picked
    : CopyOf<Name>
  : never;

const ALL = new Map<string, CopyFile>(Object.values(COPY_FILES).map((file) => [file.path, file]));

/** The entry in {@link COPY_FILES} for a file, for example that of `content/home/hero.mdx`. */
export function copyFileOf(file: string): CopyFile | undefined {
  const kind = ALL.get(file) ?? ALL.get(file.replace(/[^/]+(?=\.\w+$)/, '*'));
  return kind?.names?.includes(nameOf(file)) === false ? undefined : kind;
}

/** Whether pages show a file, not only mails or the agent. */
export const isShown = (file: string): boolean => copyFileOf(file)?.page !== undefined;

/** Whether the site works without a file: it is not one that {@link COPY_FILES} names. */
export const isFree = (file: string): boolean => !NAMED.includes(file);

/** The files that {@link COPY_FILES} names. */
export const NAMED: readonly string[] = [...ALL.values()].flatMap(({ path, names }) =>
  path.includes('*') ? (names ?? []).map((name) => path.replace('*', name)) : [path],
);

/** The folders to which files can be added, such as `content/home/`. */
export const COPY_FOLDERS: ReadonlyMap<string, { kind: CopyFile; extension: string }> = new Map(
  [...ALL.values()]
    .filter(({ path, names }) => path.includes('*') && !names)
    .map((kind) => {
      const [folder = '', extension = ''] = kind.path.split('*');
      return [folder, { kind, extension }];
    }),
);

/** The name of a file without its folder and extension. */
export const nameOf = (file: string): string => file.replace(/^.*\//, '').replace(/\.\w+$/, '');

/** Whether the site shows the text below the fields of a file. */
export const showsText = ({ text = false }: CopyFile, fields: Fields): ShowsText =>
  typeof text === 'function' ? text(fields) : text;

/** The page that shows a file, or undefined. */
export function pageOf(file: string, fields: Fields): string | undefined {
  const page = copyFileOf(file)?.page;
  const name = nameOf(file);
  return (typeof page === 'function' ? page(fields, name) : page)?.replace('{name}', name);
}
