import { useEffect, useRef, useState, type RefObject } from 'react';
import { RESUME_LIMIT, resumeExtension, resumeProblem, type ResumeProblem } from '../../backend/resume.ts';
import type { InternshipFormCopy } from '../../schemas/form.ts';
import { openDraft } from '../form/draft.ts';

type ResumeCopy = InternshipFormCopy['fields']['resume'];

export interface ResumeState {
  input: RefObject<HTMLInputElement | null>;
  /** The file that was chosen, whether or not it can be used. */
  file: File | undefined;
  /** Why it can't be used. */
  problem: string | undefined;
  /** The name of a file that was chosen before a reload and has to be chosen again. */
  again: string | undefined;
  /** The same as the input itself has it now. */
  current: () => File | undefined;
  /** Looks at what the input holds. */
  choose: () => void;
  /** Takes dropped files: one alone becomes the input's. */
  drop: (files: FileList) => void;
  remove: () => void;
  /** Looks at the file once more, which may have changed on disk. Resolves with why it can't be used. */
  verify: () => Promise<string | undefined>;
}

/** A size as people say it, for example 1.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.ceil(kilobytes)} KB`;
  return `${(kilobytes / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

/** A file's name in a sentence: its beginning, and its end, which says what it is. */
export function shortName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= 40 ? name : `${characters.slice(0, 22).join('')}…${characters.slice(-15).join('')}`;
}

async function check(file: File): Promise<ResumeProblem | 'unreadable' | undefined> {
  // By name and size first: a film of two gigabytes is not read to find out that it is none.
  if (!resumeExtension(file.name)) return 'type';
  if (file.size > RESUME_LIMIT) return 'too-large';
  try {
    return resumeProblem(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    return 'unreadable';
  }
}

/** The resume of an application: what was chosen, and whether it can be used, which is known before anything is sent. */
export function useResume(copy: ResumeCopy): ResumeState {
  const input = useRef<HTMLInputElement>(null);
  const [draft] = useState(() => openDraft('internship'));
  const [file, setFile] = useState<File>();
  const [problem, setProblem] = useState<string>();
  const [again, setAgain] = useState<string>();

  const current = () => input.current?.files?.[0];

  async function verify(): Promise<string | undefined> {
    const chosen = current();
    const code = chosen && (await check(chosen));
    const text = code && copy.problems[code].replace('{file}', shortName(chosen.name));
    // Another one may have been chosen while this one was read.
    if (current() === chosen) setProblem(text);
    return text;
  }

  function choose() {
    const chosen = current();
    setFile(chosen);
    setAgain(undefined);
    setProblem(undefined);
    draft.saveFile(chosen?.name);
    void verify();
  }

  useEffect(() => {
    // It may have been chosen before the island came to life.
    if (current()) choose();
    else setAgain(draft.file());
    // Once: the island comes to life once.
  }, []);

  return {
    input,
    file,
    problem,
    again,
    current,
    choose,
    drop(files) {
      if (!input.current || files.length === 0) return;
      if (files.length > 1) {
        setProblem(copy.problems.several);
        return;
      }
      input.current.files = files;
      choose();
    },
    remove() {
      if (input.current) input.current.value = '';
      choose();
      input.current?.focus();
    },
    verify,
  };
}
