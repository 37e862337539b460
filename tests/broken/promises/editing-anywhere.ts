import { contract, unit, type BrokenPromise } from '../promise.ts';

const HANDLER = 'functions/edit-sign-in/handler.ts';
const SIGN_IN = 'src/apps/edit/session/app-sign-in.ts';

/** Who gets a token of the code host, and what it may be used for (decision 029). */
export const editingAnywhere: readonly BrokenPromise[] = [
  {
    name: 'tokens-are-for-the-editor',
    from: 'decision 029',
    promise: 'Only the page of the editor gets a token.',
    file: HANDLER,
    find: "if (headers.get('origin') !== origin || body.redirect !== editing.page) return NOT_OURS;",
    replace: 'if (body.redirect !== editing.page) return NOT_OURS;',
    caughtBy: unit('edit-sign-in', 'gives a token to the page of the editor only'),
  },
  {
    name: 'an-origin-of-the-editor-is-the-only-one',
    from: 'decision 029',
    promise: 'A page of the site gets no token while the editor has an origin of its own.',
    file: 'functions/_shared/edit-settings.ts',
    find: "page: origin === undefined ? `${siteUrl.replace(/\\/$/, '')}/edit` : `${origin}/`,",
    replace: "page: `${siteUrl.replace(/\\/$/, '')}/edit`,",
    caughtBy: unit('edit-sign-in', 'knows only the origin of its own, if the editor has one'),
  },
  {
    name: 'codes-need-their-verifier',
    from: 'decision 029',
    promise: 'A code that somebody else has seen is worth nothing.',
    file: HANDLER,
    find: '      code_verifier: verifier,\n',
    replace: '',
    caughtBy: [
      ...unit('edit-sign-in', 'exchanges the code for a token, and says when it expires'),
      ...contract('edit-sign-in', 'signs in whoever allows it, until the token expires'),
    ],
  },
  {
    name: 'the-secret-follows-no-redirect',
    from: 'decision 029',
    promise: 'The secret of the App is sent to the code host alone.',
    file: HANDLER,
    find: "redirect: 'error',",
    replace: "redirect: 'follow',",
    caughtBy: unit('edit-sign-in', 'sends the secret nowhere else, even if it is redirected'),
  },
  {
    name: 'a-sign-in-ends-where-it-began',
    from: 'decision 029',
    promise: 'A link can’t sign somebody in to another account.',
    file: SIGN_IN,
    find: 'const ours = begun !== undefined && state === begun.state;',
    replace: 'const ours = begun !== undefined;',
    caughtBy: unit('app-sign-in', 'is not finished by a tab that has not begun it, or with another state'),
  },
  {
    name: 'a-sign-in-leaves-nothing',
    from: 'decision 029',
    promise: 'Neither the address nor the tab keeps what a sign-in was made with.',
    file: SIGN_IN,
    find: '    sessionStorage.removeItem(KEY);\n',
    replace: '',
    caughtBy: unit('app-sign-in', 'ends with a token; neither the address nor the tab keeps anything'),
  },
];
