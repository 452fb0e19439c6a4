import { describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { ensureFormToken, isOwnForm } from './form-token.ts';

const cookie = 'mapping-sign-in';
const token = 'A'.repeat(43);

/** A submitted form: with its cookie, unless something is changed. */
function form(changed: {
  given?: string | undefined;
  cookies?: Record<string, string>;
  headers?: Record<string, string>;
  publicUrl?: string;
}) {
  const { given = token, cookies = { [cookie]: token }, ...rest } = changed;
  return isOwnForm(
    fakePortalCall({ parameters: { form_token: given }, cookies, method: 'POST', ...rest }).call,
  );
}

describe('token of the sign-in form', () => {
  it('is created for a browser without one, in a cookie hidden from scripts and other sites', () => {
    const { call, sent } = fakePortalCall();
    const made = ensureFormToken(call);
    expect(made).toMatch(/^[\w-]{43}$/);
    expect(sent.cookies).toEqual({
      [cookie]: { value: made, options: { path: '/', httpOnly: true, sameSite: 'lax', secure: false } },
    });
    expect(ensureFormToken(fakePortalCall().call)).not.toBe(made);
  });

  it('is reused while the browser has it, so that two open pages both work', () => {
    const { call, sent } = fakePortalCall({ cookies: { [cookie]: token } });
    expect(ensureFormToken(call)).toBe(token);
    expect(sent.cookies).toEqual({});
  });

  it.each(['', 'short', `${token}A`, `${token.slice(1)};`, '"><script>'])(
    'replaces a cookie it cannot have set: %j',
    (planted) => {
      const { call, sent } = fakePortalCall({ cookies: { [cookie]: planted } });
      expect(ensureFormToken(call)).not.toBe(planted);
      expect(sent.cookies[cookie]?.value).toMatch(/^[\w-]{43}$/);
    },
  );

  it('on https is bound to the host and never sent unencrypted', () => {
    const { call, sent } = fakePortalCall({
      publicUrl: 'https://maps.example',
      cookies: { [cookie]: token },
    });
    const made = ensureFormToken(call);
    expect(made).not.toBe(token);
    expect(sent.cookies).toEqual({
      '__Host-mapping-sign-in': {
        value: made,
        options: { path: '/', httpOnly: true, sameSite: 'lax', secure: true },
      },
    });
  });
});

describe('submitted form', () => {
  it('is accepted with the token of its cookie', () => expect(form({})).toBe(true));

  it.each([
    ['no token', { given: '' }],
    ['another token', { given: 'B'.repeat(43) }],
    ['a longer token', { given: `${token}A` }],
    ['a token of as many characters and more bytes', { given: 'ü'.repeat(43) }],
    ['no cookie', { cookies: {} }],
    ['another cookie', { cookies: { [cookie]: 'B'.repeat(43) } }],
    [
      'a second cookie of its name, which a page on another port has set',
      { headers: { cookie: `${cookie}=${token}; ${cookie}=${'B'.repeat(43)}` } },
    ],
    ['neither', { given: '', cookies: { [cookie]: '' } }],
    ['the plain cookie on https', { publicUrl: 'https://maps.example' }],
  ])('is rejected with %s', (_what, changed) => expect(form(changed)).toBe(false));

  it.each([
    ['same-origin', true],
    ['same-site', false],
    ['cross-site', false],
    ['none', false],
  ])('from a page the browser calls %s: %s', (site, own) => {
    expect(form({ headers: { 'sec-fetch-site': site } })).toBe(own);
  });
});
