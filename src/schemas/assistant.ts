import { z } from 'zod';
import { END_REASONS, FAILURES, type EndReason, type FailureKind } from '../voice/call-events.ts';
import { copy } from './copy.ts';

const seconds = (least: number, most: number) => z.number().min(least).max(most);

/** content/assistant/agent.mdx: what the voice agent says and how it behaves. Its text is the agent's instructions. */
export const agentSchema = z
  .strictObject({
    name: z.string().min(1).max(40).describe('What the agent is called at the voice provider; no caller hears it'),
    firstMessage: copy(300).describe('With which the agent begins every call'),
    goodbye: copy(200).describe('With which it ends a call'),
    // Half an hour after Start Call the team is told of a call that has no report: no call may still go on then.
    longestMinutes: z.number().min(1).max(20).describe('A call is ended after so many minutes'),
    silence: z.strictObject({
      askAfterSeconds: seconds(5, 300).describe('After so long without a word of the caller the agent asks'),
      question: copy(160),
      hangUpAfterSeconds: seconds(10, 600).describe('After so long without a word of the caller it hangs up'),
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
    may: z.array(copy(300)).min(1).max(20).describe('What it may say of the company'),
    mayNot: z.array(copy(300)).min(1).max(20).describe('What it may not say or do'),
    summary: copy(600).describe('How the summary is written that the caller gets by email'),
  })
  .refine(({ silence }) => silence.hangUpAfterSeconds > silence.askAfterSeconds, {
    error: 'must be more than askAfterSeconds: first the agent asks, then it hangs up',
    path: ['silence', 'hangUpAfterSeconds'],
  });
export type AgentCopy = z.infer<typeof agentSchema>;

/** content/assistant/call.yaml: the call's button, dialog and panels. Labels of the spec's sections 2, 4 and 5. */
export const callSchema = z.strictObject({
  region: copy(40).describe('What a screen reader calls the corner in which the call takes place'),
  button: z.strictObject({
    idle: copy(30),
    connecting: copy(30).describe('While the call is being put through; it cancels it'),
    active: copy(30),
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
    needed: copy(120).describe('Why the button is off'),
    recording: copy(160).describe('Before the link to the privacy policy'),
    notStored: z.strictObject({ title: copy(60), text: copy(200) }),
    unloadable: copy(160).describe('When the code of the call cannot be loaded, before the e-mail address'),
    cancel: copy(30),
    start: copy(30),
  }),
  guide: z.strictObject({
    title: copy(40),
    steps: z.array(z.strictObject({ title: copy(40), text: copy(120) })).length(3),
    status: z.strictObject({ connecting: copy(40), active: copy(40), ended: copy(40) }),
    end: copy(30),
  }),
  panel: z.strictObject({
    title: copy(40),
    elapsed: copy(30).describe('What a screen reader calls the clock'),
    mute: copy(20),
    unmute: copy(20),
    muted: copy(80),
    low: copy(80).describe('When the connection is weak'),
    interrupted: copy(80).describe('When the connection is interrupted'),
    newTab: copy(80),
    visitor: copy(20),
    assistant: copy(20),
    speaking: copy(20),
    fold: copy(40).describe('The button that leaves only the time, the levels and the microphone on screen'),
    unfold: copy(40),
    captions: copy(30),
    show: copy(30),
    hide: copy(30),
    waiting: copy(60).describe('In the place of the captions until there are some'),
    question: copy(40),
    send: copy(20),
    unsent: copy(120),
    tooLong: copy(120, ['limit']),
    summary: copy(80, ['address']).describe('After a call; {address} is what the caller gave'),
    ends: z
      .strictObject(
        Object.fromEntries(END_REASONS.map((reason) => [reason, copy(120)])) as Record<
          EndReason,
          ReturnType<typeof copy>
        >,
      )
      .describe('After a call: what ended it'),
    close: copy(20),
  }),
  unconnected: z.strictObject({
    mark: copy(30).describe('On the button of a site without a voice provider'),
    note: copy(160),
    otherWay: copy(80).describe('Before the e-mail address'),
  }),
  failure: z.strictObject({
    notStarted: copy(60).describe('Title of the toast when a call could not start'),
    cutOff: copy(60).describe('Title of the toast when a call was cut off'),
    kinds: z.strictObject(
      Object.fromEntries(FAILURES.map((kind) => [kind, copy(200)])) as Record<FailureKind, ReturnType<typeof copy>>,
    ),
  }),
});
export type CallCopy = z.infer<typeof callSchema>;

const phrases = z.array(z.string().min(2).max(40)).min(1).max(20);

/** content/assistant/rehearsal.yaml: what the agent on one machine says besides the words of the pages. */
export const rehearsalSchema = z.strictObject({
  label: copy(40).describe('On screen during every rehearsed call'),
  note: copy(160),
  deaf: copy(160).describe('After the first message, where the browser cannot recognise speech on the device'),
  unknown: z.array(copy(200)).min(1).max(6).describe('What it says when the pages do not tell; taken in turn'),
  source: copy(120, ['page']),
  home: copy(40).describe('What it calls the home page: {page} for what is in no section of its own'),
  unheard: copy(120),
  farewells: phrases.describe('A caller who says one of these wants to hang up'),
  smallTalk: z
    .array(z.strictObject({ phrases, answer: copy(200) }))
    .max(20)
    .describe('What it says to a short utterance that has one of the phrases in it, in this order'),
  summary: z.strictObject({
    asked: copy(160, ['topics']),
    open: copy(240, ['questions']),
    nothing: copy(160).describe('Of a call in which nothing was asked'),
  }),
});
export type RehearsalCopy = z.infer<typeof rehearsalSchema>;
