import { useEffect, useRef, useState } from 'react';
import type { Erasure } from '../../../backend/erase-in-parts.ts';
import { EMAIL_PATTERN } from '../../../backend/text-rules.ts';
import { failureFrom } from '../failure.ts';
import { erase, readErasure } from '../requests.ts';
import { Button } from '../shell/Button.tsx';
import { Field } from '../shell/Field.tsx';
import { View } from '../shell/View.tsx';
import { erasedLines, isSameAddress } from './erasure.ts';

/** How far an erasure is. */
type Step =
  | { at: 'address' }
  | { at: 'check'; address: string; found: Erasure }
  | { at: 'done'; address: string; gone: Erasure };

/** Erases everything about an address: first what that is, then the address again, then what went. */
export function Erase() {
  const [step, setStep] = useState<Step>({ at: 'address' });
  return (
    <View
      title="Erase an address"
      lead="Deletes everything that the database holds about somebody who asks for it: requests, bookings, applications with their resumes, calls, places on waiting lists, and what staff noted about them."
    >
      {step.at === 'address' && <AddressForm onFound={(address, found) => setStep({ at: 'check', address, found })} />}
      {step.at === 'check' && (
        <CheckForm
          {...step}
          onErased={(gone) => setStep({ at: 'done', address: step.address, gone })}
          onCancel={() => setStep({ at: 'address' })}
        />
      )}
      {step.at === 'done' && <Done {...step} onAgain={() => setStep({ at: 'address' })} />}
    </View>
  );
}

/** One step: a field for an address, and what is done with it. */
function AddressForm({ onFound }: { onFound: (address: string, found: Erasure) => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  async function look(): Promise<void> {
    const address = field.current?.value.trim() ?? '';
    if (!EMAIL_PATTERN.test(address)) {
      setProblem('Enter the whole address, in the form name@example.com.');
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      onFound(address, await readErasure(address));
    } catch (error) {
      setProblem(failureFrom(error).message);
      setBusy(false);
    }
  }
  return (
    <form
      className="form erase"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void look();
      }}
    >
      <Field form="erase" name="address" label="Address" problem={problem}>
        {(control) => <input {...control} ref={field} type="email" autoComplete="off" spellCheck={false} autoFocus />}
      </Field>
      <div>
        <Button type="submit" busy={busy}>
          {busy ? 'Looking …' : 'Show what is stored'}
        </Button>
      </div>
    </form>
  );
}

interface CheckProps {
  address: string;
  found: Erasure;
  onErased: (gone: Erasure) => void;
  onCancel: () => void;
}

function CheckForm({ address, found, onErased, onCancel }: CheckProps) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const lines = erasedLines(found);
  async function run(): Promise<void> {
    if (!isSameAddress(address, field.current?.value ?? '')) {
      setProblem(`Type ${address} again. This is not the same.`);
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      onErased(await erase(address));
    } catch (error) {
      setProblem(failureFrom(error).message);
      setBusy(false);
    }
  }
  if (lines.length === 0)
    return (
      <div className="erase grid justify-items-start gap-4">
        <Found title={`Nothing is stored about ${address}`} lines={[]} />
        <Button quiet onClick={onCancel}>
          Another address
        </Button>
      </div>
    );
  return (
    <form
      className="form erase"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <Found title={`This is stored about ${address}`} lines={lines} />
      <p className="text-sm text-soft">
        It can’t be brought back. Mails that were sent, backups, and what the voice and video providers keep are not
        reached from here.
      </p>
      <Field form="erase" name="again" label="The address again, to erase it" problem={problem}>
        {(control) => <input {...control} ref={field} type="email" autoComplete="off" spellCheck={false} />}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" danger busy={busy}>
          {busy ? 'Erasing …' : 'Erase it for good'}
        </Button>
        <Button quiet onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Done({ address, gone, onAgain }: { address: string; gone: Erasure; onAgain: () => void }) {
  const hasResumes = Array.isArray(gone['resumes']) && gone['resumes'].length > 0;
  return (
    <div className="erase grid justify-items-start gap-4">
      <Found title={`Erased everything about ${address}`} lines={erasedLines(gone)} />
      {hasResumes && <p className="text-sm text-soft">The files of resumes go within a minute.</p>}
      <Button quiet onClick={onAgain}>
        Another address
      </Button>
    </div>
  );
}

/** What is or was stored. It gets the focus: what was there before is gone. */
function Found({ title, lines }: { title: string; lines: readonly string[] }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="grid gap-3">
      <h2 ref={heading} className="text-xl outline-none" tabIndex={-1}>
        {title}
      </h2>
      {lines.length > 0 && (
        <ul className="points">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  );
}
