import { useEffect, useRef, useState, type RefObject } from 'react';
import { RESUME_LIMIT, resumeExtension, resumeProblem, type ResumeProblem } from '../../backend/resume.ts';
import type { InternshipFormCopy } from '../../schemas/form.ts';
import { openDraft } from '../form/draft.ts';

type ResumeCopy = InternshipFormCopy['fields']['resume'];

export interface ResumeState {
  input: RefObject<HTMLInputElement | null>;
  /** The chosen file, valid or not. */
  file: File | undefined;
  /** Why the file can't be used. */
  problem: string | undefined;
  /** The name of a file that was chosen before a reload and must be chosen again. */
  again: string | undefined;
  /** The file that the input has now. */
  current: () => File | undefined;
  /** Takes over and checks the input's file. */
  choose: () => void;
  /** Takes dropped files; a single one becomes the input's file. */
  drop: (files: FileList) => void;
  remove: () => void;
  /** Checks the current file again, which may have changed on disk. Resolves with why it can't be used. */
  verify: () => Promise<string | undefined>;
}

/** A human-readable size, for example 1.4 MB. */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.ceil(kilobytes)} KB`;
  return `${(kilobytes / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} MB`;
}

/** A file name shortened for a sentence: its beginning, and its end with the extension. */
export function shortName(name: string): string {
  const characters = Array.from(name);
  return characters.length <= 40 ? name : `${characters.slice(0, 22).join('')}…${characters.slice(-15).join('')}`;
}

async function check(file: File): Promise<ResumeProblem | 'unreadable' | undefined> {
  // Name and size first, so that a huge file is not read only to be rejected.
  if (!resumeExtension(file.name)) return 'type';
  if (file.size > RESUME_LIMIT) return 'too-large';
  try {
    return resumeProblem(file.name, new Uint8Array(await file.arrayBuffer()));
  } catch {
    return 'unreadable';
  }
}

/** The resume of an application: the chosen file, and whether it can be used, which is checked before sending. */
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
    // Another file was chosen while this one was read.
    if (current() !== chosen) return verify();
    const text = code && copy.problems[code].replace('{file}', () => shortName(chosen.name));
    setProblem(text);
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
    // The file may have been chosen before hydration.
    if (current()) choose();
    else setAgain(draft.file());
    // Once, on hydration.
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
