import common from 'copy:common';
import { useEffect, useRef, useState } from 'react';
import type { AddressDoubt } from './address-doubt.ts';
import { FieldFrame, type FieldProps } from './Field.tsx';
import { fieldId } from './field-id.ts';

/** Calls back once no pointer is pressed: if something moved under it, the click would be lost. */
function whenReleased(then: () => void): void {
  if (document.querySelector(':active')) addEventListener('pointerup', () => setTimeout(then), { once: true });
  else then();
}

/** The field for an e-mail address. Left with an address that looks misspelled, it asks whether another is meant. */
export function EmailField({ form, copy }: Pick<FieldProps, 'form' | 'copy'>) {
  const [doubt, setDoubt] = useState<AddressDoubt>();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const { current } = box;
    // It was typed, and left, before hydration.
    if (current && current.value !== '' && current !== document.activeElement) ask().catch(() => undefined);
    const forget = () => setDoubt(undefined);
    const element = current?.form;
    element?.addEventListener('reset', forget);
    return () => element?.removeEventListener('reset', forget);
  }, []);

  async function ask(): Promise<void> {
    const { doubtAbout } = await import('./address-doubt.ts');
    whenReleased(() => setDoubt(doubtAbout(box.current?.value ?? '')));
  }
  function use(address: string): void {
    const { current } = box;
    if (!current) return;
    current.value = address;
    // Kept as a draft, as if it had been typed.
    current.dispatchEvent(new InputEvent('input', { bubbles: true }));
    current.focus();
  }

  const { meant } = doubt ?? {};
  const id = `${fieldId(form.name, 'email')}-doubt`;
  return (
    <FieldFrame form={form} name="email" copy={copy} further={doubt ? [id] : []}>
      {(control) => (
        <>
          <input
            {...control}
            ref={box}
            type="email"
            autoComplete="email"
            onInput={() => setDoubt(undefined)}
            // Without the code, nothing is asked.
            onBlur={() => void ask().catch(() => undefined)}
          />
          <div role="status">
            {doubt && (
              <p className="hint" id={id}>
                {meant === undefined ? common.doubt.incomplete : common.doubt.meant.replace('{address}', () => meant)}{' '}
                {meant !== undefined && (
                  <button type="button" className="min-h-target font-semibold underline" onClick={() => use(meant)}>
                    {common.doubt.use}
                  </button>
                )}
              </p>
            )}
          </div>
        </>
      )}
    </FieldFrame>
  );
}
