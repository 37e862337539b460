import { useCallback, useRef, useState, type RefObject, type SubmitEvent } from 'react';
import { flushSync } from 'react-dom';
import common from 'copy:common';
import verification from 'copy:verification';
import { connected } from '../../backend/client.ts';
import type { Outcome, RequestKind } from '../../backend/send-request.ts';
import { dismissErrors, showToast } from '../../stores/toasts.ts';
import { openDraft, type Draft } from './draft.ts';
import { bringIntoSight, fieldId } from './field-id.ts';
import { readValues, sameValues, type FieldName, type TextValues } from './form-values.ts';
import { findProblems, type Problem, type Problems, type Rules } from './problems.ts';
import { sendValues } from './send-values.ts';

/** Error texts by field name; null suppresses a field's errors. */
type Further = Partial<Record<string, string | null>>;

interface Message {
  title: string;
  text: string;
}

/** What differs from form to form. */
export interface FormSetup<Values extends TextValues> {
  /** The name of the island and, if the form is in a dialog, of the dialog. */
  name: string;
  rules: Omit<Rules<Values>, 'common'>;
  failure: Message;
  /** The toast when a required field is empty; without it, only the form says so. */
  missing?: Message;
  /** The toast when the row is stored, but not the file that belongs to it. */
  incomplete?: string;
  /** The request for the values. */
  kind: (values: Values) => RequestKind<Values>;
  /** Errors that the schema can't detect. */
  further?: (values: Values) => Further | Promise<Further>;
  /** Identifies what is sent with the values, for example a file: if it changes, the request is a new one. */
  beside?: () => string;
  /** Called with the form's values, initially and on every change. */
  onValues?: (values: Values) => void;
  /** Called when everything is stored, under this id. `unchanged`: nothing was typed while the request was sent. */
  onStored: (values: Values, form: HTMLFormElement, unchanged: boolean, id: string) => void;
}

/** How the last attempt failed. */
export type Failure = Exclude<Outcome, 'stored' | 'expired'>;

export interface FormState {
  /** The live region that announces the sending. Holds the focus while the button is disabled. */
  status: RefObject<HTMLDivElement | null>;
  name: string;
  names: readonly string[];
  form: RefObject<HTMLFormElement | null>;
  submitButton: RefObject<HTMLButtonElement | null>;
  draft: Draft;
  submitting: boolean;
  /** The errors of the last attempt. They stay until the next one, so that nothing moves while the visitor types. */
  problems: Problems;
  /** The invalid fields in display order. */
  atFault: { id: string; text: string }[];
  failure: Failure | undefined;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onInput: () => void;
  /** Clears the errors of the last attempt, or that of one field. */
  forgetProblems: (field?: string) => void;
  /** Called when the form is hydrated and has its restored values. */
  onArrival: () => void;
}

/**
 * The logic of every form: input is kept as a draft, validated, sent under an id that a retry reuses, and kept until it
 * is stored. States: idle, submitting, and idle again with or without a failure (spec section 4).
 */
export function useForm<Values extends TextValues>(setup: FormSetup<Values>): FormState {
  const { name, rules, failure: failed, missing } = setup;
  const names = Object.keys(rules.limits) as FieldName<Values>[];
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

  /** Whether no control has the focus. */
  const isLost = () => [document.body, status.current].includes(document.activeElement as HTMLElement);

  async function submit(element: HTMLFormElement): Promise<void> {
    if (sending.current || !connected) return;
    sending.current = true;
    await checkAndSend(element).finally(() => (sending.current = false));
  }

  async function checkAndSend(element: HTMLFormElement): Promise<void> {
    const values = readValues<Values>(element, names);
    const found = await check(values);
    // Rendered before the focus moves, so that a screen reader finds the description, and the focused field stays clear
    // of the toast.
    flushSync(() => {
      setProblems(found);
      dismissErrors();
      if (missing && Object.values(found).some((problem) => problem?.code === 'required'))
        showToast({ tone: 'error', ...missing });
    });
    const [first] = inOrder(found);
    if (first) {
      bringIntoSight(first.id);
      return;
    }

    const fromButton = document.activeElement === submitButton.current;
    flushSync(() => {
      setSubmitting(true);
      setFailure(undefined);
    });
    // A disabled button and a locked field lose the focus, and the visitor their place.
    if (fromButton || document.activeElement?.closest('[inert]')) status.current?.focus({ preventScroll: true });
    const beside = setup.beside?.() ?? '';
    const outcome = await sendValues(name, element, draft, setup.kind(values), values, beside);
    const failedHow = outcome === 'stored' ? undefined : outcome === 'expired' ? 'failed' : outcome;
    if (failedHow) {
      const text: Partial<Record<Failure, string | undefined>> = {
        'too-many': common.tooMany,
        incomplete: setup.incomplete,
      };
      if (import.meta.env.PUBLIC_TURNSTILE_SITE_KEY) Object.assign(text, verification.failures);
      // Before the notice in the form, so that the notice is scrolled clear of the toast.
      showToast({ tone: 'error', title: failed.title, text: text[failedHow] ?? failed.text });
    }
    flushSync(() => {
      setSubmitting(false);
      setFailure(failedHow);
    });

    if (failedHow) {
      // The next attempt starts from the same button.
      if (isLost()) submitButton.current?.focus({ preventScroll: true });
      // After focusing, which would interrupt the scrolling.
      element.querySelector('.notice-error:not([hidden])')?.scrollIntoView({ block: 'nearest' });
      return;
    }
    if (isLost()) submitButton.current?.focus();
    const unchanged = sameValues(values, readValues(element, names));
    // The draft still has the id under which these values were sent.
    const id = draft.idFor(values, beside);
    if (unchanged) draft.clear();
    setup.onStored(values, element, unchanged, id);
  }

  const forgetProblems = useCallback(
    (field?: string) => setProblems((all) => (field === undefined ? {} : { ...all, [field]: undefined })),
    [],
  );

  /** The errors in display order; those of fields that are not in `names` come last. */
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
