import { describe, expect, it } from 'vitest';
import { chooseTarget } from './target.ts';

const REF = 'abcdefghijklmnopqrst';
const OTHER = 'tsrqponmlkjihgfedcba';

describe('the project that a command works on', () => {
  it.each([
    ['the one in .env', undefined, `https://${REF}.supabase.co`],
    ['the one in .env, written with a slash', undefined, `https://${REF}.supabase.co/`],
    ['the one in .env, named again', REF, `https://${REF}.supabase.co`],
  ])('is %s, with its other settings', (_what, remote, url) => {
    expect(chooseTarget(remote, url).project).toEqual({ ref: REF, url: `https://${REF}.supabase.co`, isInEnv: true });
  });

  it('is another one than in .env, without its settings', () => {
    expect(chooseTarget(OTHER, `https://${REF}.supabase.co`).project).toEqual({
      ref: OTHER,
      url: `https://${OTHER}.supabase.co`,
      isInEnv: false,
    });
    expect(chooseTarget(OTHER, '').project).toMatchObject({ isInEnv: false });
  });

  it('has the domain in .env if only its reference is missing there', () => {
    expect(chooseTarget(REF, 'https://api.acme.example').project).toEqual({
      ref: REF,
      url: 'https://api.acme.example',
      isInEnv: true,
    });
  });

  it('is none for a database', () => {
    expect(chooseTarget('postgres://me:secret@db.example/postgres', '')).toMatchObject({
      project: undefined,
      name: 'the database db.example/postgres',
    });
  });

  it.each([
    ['abc', '', '"abc" is not a project reference'],
    [undefined, '', 'No project is named'],
    [undefined, 'https://api.acme.example', 'contains no project reference'],
    ['postgres://:::', '', 'The URL in --remote is invalid'],
  ])('has to be named: not with %j and %j', (remote, url, message) => {
    expect(() => chooseTarget(remote, url)).toThrow(message);
  });
});
