import { parse } from 'node-html-parser';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { SelectField, type Choice } from '../../src/islands/form/SelectField.tsx';
import type { FormState } from '../../src/islands/form/use-form.ts';

// The client reads variables that only a build has; no field needs it.
vi.mock('../../src/backend/client.ts', () => ({ supabase: () => Promise.reject(new Error('There is no backend.')) }));

const nothing = () => undefined;
const form = (problems: FormState['problems'] = {}): FormState => ({
  name: 'internship',
  names: ['position'],
  form: { current: null },
  submitButton: { current: null },
  status: { current: null },
  draft: {} as FormState['draft'],
  submitting: false,
  problems,
  atFault: [],
  failure: undefined,
  onSubmit: nothing,
  onInput: nothing,
  forgetProblems: nothing,
  onArrival: nothing,
});
const CHOICES = [
  { value: 'strategy', label: 'Strategy' },
  { value: 'other', label: 'Something <else>' },
];

const render = (choices: readonly Choice[] = CHOICES, further: Partial<Parameters<typeof SelectField>[0]> = {}) =>
  parse(
    renderToString(
      createElement(SelectField, {
        form: form(),
        name: 'position',
        copy: { label: 'Position' },
        placeholder: 'Choose a position',
        choices,
        ...further,
      }),
    ),
  );

it('rejects an option with an empty value, and says which one and what to do (spec section 8)', () => {
  const broken = () => render([...CHOICES, { value: '', label: 'No idea' }]);
  expect(broken).toThrow(/"No idea"/);
  expect(broken).toThrow(/"position"/);
  expect(broken).toThrow(/Give it one.*placeholder/);
});

it('shows its placeholder until something is chosen', () => {
  const [first, ...choices] = render().querySelectorAll('option');
  expect([first?.getAttribute('value'), first?.text]).toEqual(['', 'Choose a position']);
  // Otherwise the browser would preselect the first choice, which looks like a decision.
  for (const option of [first, ...choices])
    for (const attribute of ['selected', 'disabled']) expect(option?.hasAttribute(attribute)).toBe(false);
  // It is not a choice.
  expect(first?.hasAttribute('hidden')).toBe(true);
  expect(choices.map((option) => [option.getAttribute('value'), option.text])).toEqual([
    ['strategy', 'Strategy'],
    ['other', 'Something <else>'],
  ]);
});

it('is linked to its label, its hint, its error and any other description', () => {
  const page = render(CHOICES, {
    form: form({ position: { code: 'required', text: 'Choose one.' } }),
    copy: { label: 'Position', hint: 'One of these' },
    describedBy: 'more',
  });
  const select = page.querySelector('select');
  expect(page.querySelector('label')?.getAttribute('for')).toBe(select?.id);
  expect(select?.getAttribute('name')).toBe('position');
  expect(select?.hasAttribute('required')).toBe(true);
  expect(select?.getAttribute('aria-invalid')).toBe('true');
  const described = select?.getAttribute('aria-describedby')?.split(' ') ?? [];
  expect(described.slice(0, 2).map((id) => page.querySelector(`[id="${id}"]`)?.text)).toEqual([
    'One of these',
    'Choose one.',
  ]);
  expect(described[2]).toBe('more');
});

it('may be left empty when it is optional, and can be disabled', () => {
  const select = render(CHOICES, { optional: '(optional)', disabled: true }).querySelector('select');
  expect([select?.hasAttribute('required'), select?.hasAttribute('disabled')]).toEqual([false, true]);
  expect(render().querySelector('select')?.hasAttribute('disabled')).toBe(false);
});
