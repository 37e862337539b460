import { describe, expect, it } from 'vitest';
import { codeHostOrigins, isEditorOn } from '../../src/build/integrations/code-host.ts';
import { roomsApart } from '../../src/build/integrations/room-origins.ts';
import { siteSchema } from '../../src/schemas/site.ts';

const BACKEND = { PUBLIC_SUPABASE_URL: 'https://project.supabase.example', PUBLIC_SUPABASE_KEY: 'sb_publishable_x' };
const STAND_IN = 'http://127.0.0.1:54500';

describe('the editor at /edit', () => {
  it('is off unless content/site.yaml names a repository, or a stand-in runs', () => {
    expect(isEditorOn({}, undefined)).toBe(false);
    expect(isEditorOn({ PUBLIC_EDIT_APP: 'Iv1.x', PUBLIC_CODE_HOST: '' }, undefined)).toBe(false);
    expect(isEditorOn({}, 'acme/website')).toBe(true);
    expect(isEditorOn({ PUBLIC_CODE_HOST: STAND_IN }, undefined)).toBe(true);
  });

  it('connects to GitHub alone, or to the stand-in alone', () => {
    expect(codeHostOrigins(BACKEND, undefined)).toEqual([]);
    expect(codeHostOrigins(BACKEND, 'acme/website')).toEqual(['https://api.github.com']);
    expect(codeHostOrigins({ ...BACKEND, PUBLIC_CODE_HOST: STAND_IN }, 'acme/website')).toEqual([STAND_IN]);
  });

  it('connects to the backend, too, if an App signs editors in', () => {
    expect(codeHostOrigins({ ...BACKEND, PUBLIC_EDIT_APP: 'Iv1.x' }, 'acme/website')).toEqual([
      'https://api.github.com',
      BACKEND.PUBLIC_SUPABASE_URL,
    ]);
    expect(() => codeHostOrigins({ PUBLIC_EDIT_APP: 'Iv1.x' }, 'acme/website')).toThrow('PUBLIC_SUPABASE_URL is not');
  });

  it.each(['https://git.example.com', `${STAND_IN}/`, `${STAND_IN}/api`, '127.0.0.1:54500', 'x'])(
    'takes no other stand-in than one on this machine: %s',
    (standIn) => {
      expect(() => codeHostOrigins({ PUBLIC_CODE_HOST: standIn }, undefined)).toThrow('on this machine');
    },
  );

  it('has no origin of its own while it is off', () => {
    const env = { EDIT_ORIGIN: 'https://edit.example.com' };
    expect(roomsApart(env, 'https://example.com', ['edit'])).toEqual([]);
    expect(roomsApart(env, 'https://example.com').map(({ name }) => name)).toEqual(['edit']);
  });
});

describe('repository in content/site.yaml', () => {
  const { repository } = siteSchema.shape;
  it.each(['acme/website', 'a/b', 'acme-inc/acme.example.com', 'Acme/web_site', undefined])('can be %s', (name) => {
    expect(repository.safeParse(name).success).toBe(true);
  });
  it.each(['acme', 'acme/', '/website', 'https://github.com/acme/website', 'acme/a/b', 'acme/..', 'acme/a b', '-a/b'])(
    'can’t be %s',
    (name) => {
      expect(repository.safeParse(name).error?.issues[0]?.message).toContain('For example: acme/website');
    },
  );
});
