import { useCallback, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import common from 'copy:common';
import verification from 'copy:verification';
import { connected } from '../../backend/client.ts';
import type { Outcome, RequestKind } from '../../backend/send-request.ts';
import type { IslandName } from '../../stores/island-name.ts';
import { dismissErrors, showToast } from '../../stores/toasts.ts';
import { openDraft, type Draft } from './draft.ts';
import { bringIntoSight, fieldId } from './field-id.ts';
import { readValues, sameValues, type FieldName, type TextValues } from './form-values.ts';
import { findProblems, type Problem, type Problems, type Rules } from './problems.ts';
import { sendValues } from './send-values.ts';

/** Sentences by the names of the fields that they belong to; null for a field about which nothing is to be said. */
type Further = Partial<Record<string, string | null>>;

interface Message {
  title: string;
  text: string;
}

/** What makes a form: everything else is the same for all of them. */
export interface FormSetup<Values extends TextValues> {
  /** The island; also the dialog that it stands in, if it stands in one. */
  name: IslandName;
  /** The fields, in the order in which they stand. */
  names: readonly FieldName<Values>[];
  rules: Omit<Rules<Values>, 'common'>;
  failure: Message;
  /** The toast when something required is missing; without it, the form alone says so. */
  missing?: Message;
  /** The toast when the row is stored, but not what belongs to it. */
  incomplete?: string;
  /** The request for what was typed. */
  kind: (values: Values) => RequestKind<Values>;
  /** Mistakes that the schema can't see. */
  further?: (values: Values) => Further | Promise<Further>;
  /** What besides the values makes a request another one, for example the file that goes with it. */
  beside?: () => string;
  /** Told what the form holds, at first and with every change. */
  onValues?: (values: Values) => void;
  /** When everything is stored. `unchanged`: the form holds what was sent; what was typed meanwhile is not sent yet. */
  onStored: (values: Values, form: HTMLFormElement, unchanged: boolean) => void;
}

/** How the last try failed. */
export type Failure = Exclude<Outcome, 'stored' | 'expired'>;
/** What is said of each; of the others, what the form says of any failure. */
export type FailureTexts = Partial<Record<Failure, string | undefined>>;

export interface FormState {
  /** Where a screen reader hears that the request is on its way. Holds the focus while the button can't. */
  status: RefObject<HTMLDivElement | null>;
  name: IslandName;
  names: readonly string[];
  form: RefObject<HTMLFormElement | null>;
  submitButton: RefObject<HTMLButtonElement | null>;
  draft: Draft;
  submitting: boolean;
  /** What the last try found wrong. It stays until the next one: nothing moves under the caret or the pointer. */
  problems: Problems;
  /** The fields with a mistake, in the order in which they stand. */
  atFault: { id: string; text: string }[];
  failure: Failure | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onInput: () => void;
  /** Forgets what the last try found wrong. */
  forgetProblems: () => void;
  /** When the form has come to life and holds what was typed before. */
  onArrival: () => void;
}

/**
 * The way of every form: what was typed is kept, checked, sent under an id that a second try has too, and stays until it
 * is stored. States: idle, submitting, and idle again with or without a failure (spec section 4).
 */
export function useForm<Values extends TextValues>(setup: FormSetup<Values>): FormState {
  const { name, names, rules, failure: failed, missing } = setup;
  const form = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const status = useRef<HTMLDivElement>(null);
  const sending = useRef(false);
  const [draft] = useState(() => openDraft(name));
  const [submitting, setSubmitting] = useState(false);
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<Failure>();

  async function check(values: Values): Promise<Problems> {
    const further = Object.entries((await setup.further?.(values)) ?? {});
    const silent = further.filter(([, text]) => text === null).map(([field]) => field);
    const found: [string, Problem][] = further.flatMap(([field, text]) =>
      text ? [[field, { code: 'other', text }]] : [],
    );
    const all: Problems = { ...Object.fromEntries(found), ...findProblems(values, { ...rules, common }) };
    return Object.fromEntries(Object.entries(all).filter(([field]) => !silent.includes(field)));
  }

  /** Whether the focus is nowhere in particular. */
  const isLost = () => [document.body, status.current].includes(document.activeElement as HTMLElement);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (sending.current || !connected) return;
    sending.current = true;
    const values = readValues<Values>(element, names);
    const found = await check(values).catch((error: unknown) => {
      sending.current = false;
      throw error;
    });
    // Rendered before the focus moves, so that a screen reader finds the description when it gets there, and what has it
    // stands clear of the toast.
    flushSync(() => {
      setProblems(found);
      dismissErrors();
      if (missing && Object.values(found).some((problem) => problem?.code === 'required'))
        showToast({ tone: 'error', ...missing });
    });
    const [first] = inOrder(found);
    if (first) {
      sending.current = false;
      bringIntoSight(first.id);
      return;
    }

    const fromButton = document.activeElement === submitButton.current;
    flushSync(() => {
      setSubmitting(true);
      setFailure(undefined);
    });
    // The button that is off loses the focus, and with it the visitor their place.
    if (fromButton) status.current?.focus({ preventScroll: true });
    const beside = setup.beside?.() ?? '';
    const outcome = await sendValues(name, element, draft, setup.kind(values), values, beside);
    sending.current = false;
    const failedHow = outcome === 'stored' ? undefined : outcome === 'expired' ? 'failed' : outcome;
    if (failedHow) {
      const text: FailureTexts = {
        'too-many': `${failed.text} ${common.tooMany}`,
        failed: failed.text,
        incomplete: setup.incomplete,
      };
      if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY) Object.assign(text, verification.failures);
      // Before the notice in the form, which is scrolled clear of it.
      showToast({ tone: 'error', title: failed.title, text: text[failedHow] ?? failed.text });
    }
    flushSync(() => {
      setSubmitting(false);
      setFailure(failedHow);
    });

    if (failedHow) {
      // The next try begins where this one did.
      if (isLost()) submitButton.current?.focus({ preventScroll: true });
      // After the focus, which would stop the page on its way there.
      element.querySelector('.notice-error:not([hidden])')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    if (isLost()) submitButton.current?.focus();
    const unchanged = sameValues(values, readValues(element, names));
    if (unchanged) draft.clear();
    setup.onStored(values, element, unchanged);
  }

  const forgetProblems = useCallback(() => setProblems({}), []);

  /** What is at fault, as the fields stand; what the schema doesn't know stands last. */
  function inOrder(found: Problems): FormState['atFault'] {
    const place = (field: string) => (names as readonly string[]).indexOf(field) >>> 0;
    return Object.entries(found)
      .flatMap(([field, problem]) => (problem ? [{ field, text: problem.text }] : []))
      .sort((a, b) => place(a.field) - place(b.field))
      .map(({ field, text }) => ({ id: fieldId(name, field), text }));
  }

  return {
    name,
    names,
    form,
    submitButton,
    status,
    draft,
    submitting,
    problems,
    atFault: inOrder(problems),
    failure,
    onSubmit(event) {
      event.preventDefault();
      void submit(event.currentTarget);
    },
    onInput() {
      if (!form.current) return;
      const values = readValues<Values>(form.current, names);
      draft.save(values);
      setup.onValues?.(values);
    },
    forgetProblems,
    onArrival() {
      if (form.current) setup.onValues?.(readValues<Values>(form.current, names));
    },
  };
}
