import type { HTMLElement } from 'node-html-parser';
import { describe, expect, it } from 'vitest';
import { readSite } from '../../src/build/integrations/site-copy.ts';
import { partOf, readBuilt, textOf } from '../setup/built-pages.ts';
import { sharedBuild } from '../setup/shared-build.ts';

const built = readBuilt((await sharedBuild()).folder, readSite().url);

/** The fields that a visitor sees, in order: not the one that only programs fill in. */
const fieldsOf = (form: HTMLElement) =>
  form
    .querySelectorAll('input, select, textarea')
    .filter((field) => field.getAttribute('tabindex') !== '-1')
    .map((field) => ({
      name: field.getAttribute('name'),
      type: field.getAttribute('type') ?? field.rawTagName,
      label: textOf(form.querySelector(`label[for=${field.id}]`)),
      isRequired: field.hasAttribute('required'),
    }));

describe('the internship application (spec sections 2, 3 and 5)', () => {
  const form = partOf(built, '/internships/apply', 'form[data-island=internship]');

  it('has exactly the fields of the spec, with their required marks', () => {
    expect(form.getAttribute('aria-label')).toBe('Internship Application');
    expect(fieldsOf(form).map(({ name, label, isRequired, type }) => [name, label, isRequired, type])).toEqual([
      ['name', 'Full Name', true, 'text'],
      ['email', 'Email', true, 'email'],
      ['phone', 'Phone (optional)', false, 'tel'],
      ['position', 'Position of Interest', true, 'select'],
      ['availability', 'Availability', true, 'select'],
      ['motivation', 'Why do you want to join', true, 'textarea'],
      ['experience', 'Relevant Experience (optional)', false, 'textarea'],
      ['resume', 'Resume (optional)', false, 'file'],
    ]);
    expect(form.querySelector('[name=resume]')?.getAttribute('accept')).toBe('.pdf,.doc,.docx');
    expect(textOf(form)).toContain('maximum 5MB');
  });

  it.each([
    [
      'position',
      ['strategy', 'data-analysis', 'operations', 'ux-ui-design', 'marketing', 'software-development', 'other'],
    ],
    ['availability', ['immediate', 'within-1-month', 'within-3-months', 'flexible']],
  ])('offers for %s the values of the spec, and no empty one', (name, values) => {
    const options = form.querySelectorAll(`[name=${name}] option`).filter((option) => !option.hasAttribute('hidden'));
    expect(options.map((option) => option.getAttribute('value'))).toEqual(values);
  });
});

it('the demo booking has its fields, with their required marks', () => {
  const fields = fieldsOf(partOf(built, '/', 'form[data-island=demo-booking]'));
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['name', true],
    ['email', true],
    ['company', false],
    ['topic', true],
    ['day', true],
    ['time', true],
    ['note', false],
  ]);
});
