import { useState } from 'react';
import { plainLine } from '../../../backend/text-rules.ts';
import { save } from '../download.ts';
import { failureFrom } from '../failure.ts';
import { readResume } from '../requests.ts';
import type { Detail } from '../shapes.ts';
import { Button } from '../shell/Button.tsx';
import { speak } from '../../spoken.ts';

/** The resume of an application. It is saved as a file and never shown here: it comes from a visitor. */
export function Resume({ detail: { entry, request, resume } }: { detail: Detail }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const name = plainLine(String(request['resume_name'] ?? ''), '');
  const size = Math.max(1, Math.round(Number(request['resume_size'] ?? 0) / 1024));

  async function download(): Promise<void> {
    setBusy(true);
    setProblem(undefined);
    try {
      save(await readResume(entry.id), name || `resume.${String(request['resume_extension'])}`);
      speak('The resume is saved');
    } catch (error) {
      setProblem(failureFrom(error).message);
    } finally {
      setBusy(false);
    }
  }
  return (
    <div className="grid justify-items-start gap-2">
      <h3 className="label text-soft">Resume</h3>
      <p>
        {name} ({size.toLocaleString('en')} KB)
      </p>
      {resume === null ? (
        <p className="text-sm text-soft">
          It can’t be opened: it has not arrived, was not checked yet, or was not a PDF or Word document.
        </p>
      ) : (
        <Button quiet small busy={busy} onClick={() => void download()}>
          {busy ? 'Loading …' : 'Save the resume'}
        </Button>
      )}
      <div role="alert">{problem && <p className="problem text-sm">{problem}</p>}</div>
    </div>
  );
}
