import { z } from 'zod';
import { ACTIONS, type ActionName } from '../voice/action.ts';
import { END_REASONS, FAILURES, type EndReason, type FailureKind } from '../voice/call-events.ts';
import { copy } from './copy.ts';

const seconds = (least: number, most: number) => z.number().min(least).max(most);

/** content/assistant/agent.mdx: what the voice agent says and how it behaves. Its text is the agent's instructions. */
export const agentSchema = z
  .strictObject({
    name: z.string().min(1).max(40).describe("The agent's name at the voice provider. Callers never hear it."),
    firstMessage: copy(300).describe('What the agent says first in every call'),
    goodbye: copy(200).describe('What the agent says before it ends a call'),
    // 40 minutes after Start Call, the team is told about a call without a report. No call may still be running then.
    longestMinutes: z.number().min(1).max(20).describe('Calls end after this many minutes'),
    silence: z.strictObject({
      askAfterSeconds: seconds(5, 300).describe('The agent asks after this many seconds of silence'),
      question: copy(160),
      hangUpAfterSeconds: seconds(10, 600).describe('The agent hangs up after this many seconds of silence'),
    }),
    voice: z.strictObject({
      provider: z.string().min(1).max(40).describe("One of the provider's names, for example vapi"),
      id: z.string().min(1).max(80),
      speed: z.number().min(0.5).max(1.5),
    }),
    model: z.strictObject({
      provider: z.string().min(1).max(40).describe("One of the provider's names, for example openai"),
      name: z.string().min(1).max(80),
      temperature: z.number().min(0).max(1),
    }),
    hearing: z
      .strictObject({
        provider: z.string().min(1).max(40).describe("One of the provider's names, for example deepgram"),
        model: z.string().min(1).max(80),
        language: z.string().min(2).max(10).describe('For example en, or multi for several'),
        terms: z.array(copy(40)).max(50).describe('Names and words that are easily misheard').meta({ title: 'Terms' }),
        interruptAfterWords: z.number().int().min(0).max(10).describe('So many words of the caller stop the agent'),
      })
      .describe('How the agent understands speech'),
    lookingUp: copy(160).describe('What the agent says while it looks something up'),
    actions: z
      .strictObject(
        Object.fromEntries(ACTIONS.map((name) => [name, copy(600)])) as Record<ActionName, ReturnType<typeof copy>>,
      )
      .describe("When the agent puts something on the caller's screen, and what it says then"),
    may: z
      .array(copy(300))
      .min(1)
      .max(20)
      .describe('What the agent may say about the company')
      .meta({ title: 'Permissions' }),
    mayNot: z
      .array(copy(300))
      .min(1)
      .max(20)
      .describe('What the agent must not say or do')
      .meta({ title: 'Prohibitions' }),
    summary: copy(600).describe('Instructions for the summary that the caller gets by e-mail'),
  })
  .refine(({ silence }) => silence.hangUpAfterSeconds > silence.askAfterSeconds, {
    error: 'must be greater than askAfterSeconds: the agent asks first, then hangs up',
    path: ['silence', 'hangUpAfterSeconds'],
  });
export type AgentCopy = z.infer<typeof agentSchema>;

const actionCopy = z.strictObject({
  title: copy(60),
  text: copy(160).describe('What the visitor has to do'),
  open: copy(40).describe('The button, or the link'),
});

/** content/assistant/call.yaml: the button, dialog and panels of the call. Labels from spec sections 2, 4 and 5. */
export const callSchema = z.strictObject({
  region: copy(40).describe('What a screen reader calls the corner with the call'),
  button: z.strictObject({
    idle: copy(30),
    connecting: copy(30).describe('While the call is connecting. Pressing the button cancels it.'),
    active: copy(30),
    chat: copy(30).describe('During a chat. Pressing the button ends it.'),
    elsewhere: copy(30).describe('While another tab of the browser has a call'),
  }),
  dialog: z.strictObject({
    title: copy(60),
    description: copy(160),
    fields: z.strictObject({
      name: z.strictObject({ label: copy(60), problems: z.strictObject({ 'too-long': copy(120, ['limit']) }) }),
      email: z.strictObject({
        label: copy(60),
        hint: copy(160).optional(),
        problems: z.strictObject({ invalid: copy(120), 'too-long': copy(120, ['limit']) }),
      }),
    }),
    illFormed: copy(120),
    needed: copy(120).describe('Why the button is disabled'),
    recording: copy(160).describe('Before the link to the privacy policy'),
    notStored: z.strictObject({ title: copy(60), text: copy(200) }),
    elsewhere: z
      .strictObject({ note: copy(160), end: copy(30) })
      .describe('While another tab of the browser has a call'),
    unloadable: copy(160).describe('When the code for calls cannot be loaded, before the e-mail address'),
    cancel: copy(30),
    start: copy(30),
    write: copy(30).describe('The button that begins a chat, without a microphone'),
  }),
  guide: z.strictObject({
    title: copy(40),
    steps: z.array(z.strictObject({ title: copy(40), text: copy(120) })).length(3),
    status: z.strictObject({
      connecting: copy(40),
      active: copy(40),
      writing: copy(40).describe('During a chat'),
      ended: copy(40).describe('After a call whose summary is mailed'),
      over: copy(40).describe('After any other call'),
    }),
    end: copy(30),
  }),
  panel: z.strictObject({
    title: copy(40),
    chat: copy(40).describe('The title of a chat, for screen readers'),
    elapsed: copy(30).describe('What a screen reader calls the clock'),
    mute: copy(20),
    unmute: copy(20),
    muted: copy(80),
    low: copy(80).describe('When the connection is weak'),
    interrupted: copy(80).describe('When the connection is interrupted'),
    late: copy(80).describe('When the agent has not answered for 10 seconds'),
    broken: copy(80).describe('When the answer in a chat broke off'),
    closing: copy(120).describe('Before a silence ends the call; the seconds are counted down behind it'),
    silenced: copy(120).describe('When the device, not the visitor, has muted the microphone'),
    newTab: copy(80),
    visitor: copy(20),
    assistant: copy(20),
    speaking: copy(20),
    fold: copy(40).describe('The button that shrinks the panel to the time, the levels and the microphone'),
    unfold: copy(40),
    captions: copy(30),
    show: copy(30),
    hide: copy(30),
    waiting: copy(60).describe('Shown until there are captions'),
    question: copy(40),
    send: copy(20),
    unsent: copy(120),
    undelivered: copy(40).describe('Before a question that waits for the connection'),
    withdraw: copy(20).describe('The button that takes such a question back'),
    tooLong: copy(120, ['limit']),
    summary: copy(120, ['address']).describe("After a call; {address} is the caller's e-mail address"),
    silent: copy(160).describe('After a call in which the caller asked nothing'),
    unasked: copy(60).describe('After the end, before what was typed and not delivered'),
    write: copy(40).describe('The button that goes on in writing after a call'),
    ends: z
      .strictObject(
        Object.fromEntries(END_REASONS.map((reason) => [reason, copy(120)])) as Record<
          EndReason,
          ReturnType<typeof copy>
        >,
      )
      .describe('After a call: why it ended'),
    close: copy(20),
  }),
  actions: z
    .strictObject({
      ...(Object.fromEntries(ACTIONS.map((name) => [name, actionCopy])) as Record<ActionName, typeof actionCopy>),
      decline: copy(30),
    })
    .describe('What the agent puts on the screen for the visitor to open'),
  unconnected: z.strictObject({
    mark: copy(30).describe('On the button of a site without a voice provider'),
    note: copy(160),
    otherWay: copy(80).describe('Before the e-mail address'),
  }),
  failure: z.strictObject({
    notStarted: copy(60).describe('Title of the message in the corner when a call could not start'),
    cutOff: copy(60).describe('Title of the message in the corner when a call was cut off'),
    kinds: z.strictObject(
      Object.fromEntries(FAILURES.map((kind) => [kind, copy(200)])) as Record<FailureKind, ReturnType<typeof copy>>,
    ),
  }),
});
export type CallCopy = z.infer<typeof callSchema>;

/** content/assistant/questions/: what visitors ask, by subject, with answers that the agent gives in its own words. */
export const questionsSchema = z.strictObject({
  title: copy(60).describe('The subject'),
  questions: z
    .array(
      z.strictObject({
        question: copy(160),
        also: z.array(copy(200)).max(40).describe('Other ways to ask it').optional(),
        answer: copy(300).describe('One or two sentences, as they are said'),
        page: z
          .string()
          .regex(
            /^\/(?:[\w-]+(?:\/[\w-]+)*)?(?:#[\w-]+)?$/,
            'must be a page or a section of this site. For example: /#contact',
          )
          .max(120)
          .describe('Where the site says more'),
      }),
    )
    .min(1)
    .max(60)
    .meta({ title: 'A question' }),
});

/** content/assistant/outcome.yaml: what the team wants to know of every conversation. */
export const outcomeSchema = z
  .strictObject({
    fields: z
      .array(
        z
          .strictObject({
            name: z
              .string()
              .regex(/^[a-z][a-zA-Z]{0,39}$/, 'must be one word of letters, beginning with a small one')
              .describe("The answer's name at the voice provider"),
            label: copy(40).describe("Before the answer, in the team's mail and at the desk"),
            question: copy(300).describe('What the language model has to answer'),
            answer: z.enum(['text', 'list', 'yes-no']).optional().describe('The kind of answer; a text if not given'),
            choices: z.array(copy(40)).min(2).max(12).optional().describe('The only answers possible'),
          })
          .refine(({ answer, choices }) => !answer || !choices, {
            error: 'cannot be given for a question with choices',
            path: ['answer'],
          }),
      )
      .min(1)
      .max(12)
      .meta({ title: 'A question' }),
    yes: copy(20),
    no: copy(20),
  })
  .refine(({ fields }) => new Set(fields.map(({ name }) => name)).size === fields.length, {
    error: 'must each have a name of their own',
    path: ['fields'],
  });
export type OutcomeCopy = z.infer<typeof outcomeSchema>;

const phrases = z.array(z.string().min(2).max(40)).min(1).max(20);

/** content/assistant/rehearsal.yaml: what the rehearsed agent says in addition to the text of the pages. */
export const rehearsalSchema = z.strictObject({
  label: copy(40).describe('Shown during every rehearsed call'),
  note: copy(160),
  deaf: copy(160).describe('After the first message, if the browser cannot recognize speech on the device'),
  unknown: z.array(copy(200)).min(1).max(6).describe('What the agent says when the pages have no answer; used in turn'),
  source: copy(120, ['page']),
  home: copy(40).describe('What the agent calls the home page, as {page}, for text that is in no section'),
  unheard: copy(120),
  farewells: phrases.describe('A caller who says one of these ends the call'),
  urgent: z
    .array(z.strictObject({ phrases, answer: copy(200) }))
    .max(20)
    .describe('Answers to what is said anywhere in a remark. They come before anything else.'),
  smallTalk: z
    .array(z.strictObject({ phrases, answer: copy(200) }))
    .max(20)
    .describe('Answers to short remarks that contain one of the phrases. The first match counts.'),
  actions: z
    .strictObject({
      'book-demo': z.strictObject({ phrases, answer: copy(200) }),
      'leave-message': z.strictObject({
        phrases,
        answer: copy(200).describe('Before the message, which is read back'),
        ask: copy(160).describe('When the caller has not said yet what the message is'),
        dropped: copy(160).describe('When there is no message after all'),
        refusals: phrases.describe('A caller who says one of these has no message'),
      }),
      'start-application': z.strictObject({ phrases, answer: copy(200) }),
    } satisfies Record<ActionName, unknown>)
    .describe('What a caller says to get something on the screen, and what the agent says then'),
  wishes: phrases.describe(
    'A caller who says one of these wishes for a person or a time, which the summary names first',
  ),
  summary: z.strictObject({
    wished: copy(200, ['wishes']),
    asked: copy(160, ['topics']),
    open: copy(240, ['questions']),
    nothing: copy(160).describe('For a call without questions'),
  }),
});
export type RehearsalCopy = z.infer<typeof rehearsalSchema>;
