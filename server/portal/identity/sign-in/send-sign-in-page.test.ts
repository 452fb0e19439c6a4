import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { isolated } from '../../../../wire/languages.ts';
import { sample } from '../../../../testing/rig/long.ts';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { type FormError, sendSignInPage } from './send-sign-in-page.ts';
import { languages } from './languages.ts';

/** One window for all pages: making one takes longer than reading a page. */
const { DOMParser } = new JSDOM('', {
  url: 'http://localhost:8080/portal/sharing/oauth2/authorize',
}).window;

interface Shown {
  parameters?: Record<string, string>;
  formErrors?: readonly FormError[];
  username?: string;
  appTitle?: string;
  appProperties?: Record<string, unknown>;
  portalName?: string;
  redirectUri?: string;
}

function page({
  parameters,
  formErrors,
  username,
  appTitle,
  appProperties,
  portalName,
  redirectUri,
}: Shown = {}) {
  const request = {
    kind: 'request',
    flow: 'implicit',
    app: {
      clientId: 'app',
      orgId: null,
      type: 'browser' as const,
      secretHash: null,
      owner: null,
      title: appTitle ?? 'City map',
      ...(appProperties && { properties: appProperties }),
      redirectUris: [],
    },
    redirectUri: redirectUri ?? 'https://maps.example/cb',
    state: undefined,
    part: 'fragment',
    expiration: undefined,
  } satisfies AuthorizationRequest;
  const { call, sent } = fakePortalCall({ parameters, portal: { name: portalName ?? 'Mapping' } });
  sendSignInPage(call, request, { formErrors, username });
  const document = new DOMParser().parseFromString(sent.body ?? '', 'text/html');
  return { document, html: sent.body ?? '' };
}

const formErrors: readonly (readonly FormError[])[] = [
  [],
  ['wrong'],
  ['expired'],
  ['username'],
  ['password'],
  ['username', 'password'],
  [{ wait: 42 }],
];

it('names the application in the language of the page', () => {
  const properties = { mappingTranslations: { de: { title: 'Stadtplan' } } };
  const lead = (locale: string) =>
    page({ parameters: { locale }, appProperties: properties }).document.querySelector('.lead')?.textContent;
  expect(lead('de')).toContain('Stadtplan');
  expect(lead('fr')).toContain('City map');
});

describe('sign-in page in every language and state', () => {
  const cells = languages.flatMap((language) => formErrors.map((state) => ({ language, state })));

  it.each(sample(cells, 5))('$language.tag, $state', ({ language, state }) => {
    const { document } = page({ parameters: { locale: language.tag }, formErrors: state, username: 'ada' });
    const root = document.documentElement;
    expect([root.lang, root.dir]).toEqual([language.tag, language.direction]);
    expect(document.body.textContent).not.toMatch(/\{\w+\}|undefined|\[object/);
    // The page has one heading, and one initial focus.
    expect(document.querySelectorAll('h1')).toHaveLength(1);
    expect(document.querySelectorAll('[autofocus]')).toHaveLength(1);
    for (const field of document.querySelectorAll<HTMLInputElement>('input:not([type=hidden])')) {
      expect(field.labels?.[0]?.textContent).toBe(language.messages[field.name as 'username' | 'password']);
    }
    for (const described of document.querySelectorAll('[aria-describedby]')) {
      const text = document.getElementById(described.getAttribute('aria-describedby') ?? '');
      expect(text?.textContent).toBeTruthy();
    }
    for (const link of document.querySelectorAll('[role=alert] a')) {
      expect(document.querySelector(link.getAttribute('href') ?? '')?.tagName).toBe('INPUT');
    }
    expect(document.querySelector('[role=alert]') === null).toBe(state.length === 0);
    expect(document.title.startsWith(language.messages.problem)).toBe(state.length > 0);
  });

  it('shows the waiting time in its language', () => {
    const waitOf = (locale: string) =>
      page({ parameters: { locale }, formErrors: [{ wait: 42 }] }).document.querySelector('[role=alert] p')
        ?.textContent;
    expect(waitOf('en')).toBe('Too many attempts. Wait 42 seconds, then try again.');
    expect(waitOf('de')).toMatch('42 Sekunden');
    expect(waitOf('ar')).toMatch(/٤٢|42/);
  });

  it('marks its own language in the menu, and no other', () => {
    for (const { tag } of languages) {
      const { document } = page({ parameters: { locale: tag, state: 'kept' } });
      const marked = [...document.querySelectorAll('nav [aria-current]')].map((link) =>
        link.getAttribute('lang'),
      );
      expect(marked).toEqual([tag]);
      for (const link of document.querySelectorAll<HTMLAnchorElement>('nav a')) {
        const { searchParams } = new URL(link.href);
        expect([searchParams.get('locale'), searchParams.get('state')]).toEqual([link.lang, 'kept']);
      }
    }
  });
});

describe('invalid field', () => {
  const invalid = (state: readonly FormError[]) =>
    [...page({ formErrors: state }).document.querySelectorAll('[aria-invalid=true]')].map(
      (field) => field.id,
    );

  it.each([
    [[], []],
    [['wrong'], ['username', 'password']],
    [['username'], ['username']],
    [['password'], ['password']],
    [['expired'], []],
    [[{ wait: 3 }], []],
  ] as [FormError[], string[]][])('after %j: %j', (state, fields) => expect(invalid(state)).toEqual(fields));
});

describe('return target', () => {
  it.each([
    ['https://maps.example/cb?x=1', 'maps.example'],
    ['http://localhost:8080/demo', 'localhost:8080'],
    ['org.example.app:/cb', 'org.example.app'],
  ])('%s is shown as %s', (redirectUri, host) => {
    expect(page({ redirectUri }).document.querySelector('.return')?.textContent).toBe(
      `Afterwards you return to ${host}`,
    );
  });
});

describe('any content of the fields', () => {
  // The parser converts carriage returns and NUL, and the browser trims line breaks in inputs.
  const hostile = fc
    .oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        `"><script>alert(1)</script>`,
        `' autofocus onfocus=alert(1) x='`,
        '</title><img src=x onerror=alert(1)>',
        '</style><svg onload=alert(1)>',
        '<!--',
        '&lt;b&gt;&amp;#39;',
        '{app} {host} {time} $& $1',
        '\u202egnp.exe',
      ),
    )
    .map((text) => text.replaceAll(/[\r\n\0]/g, ''));
  const fields = fc.record({
    appTitle: hostile,
    portalName: hostile,
    username: hostile,
    state: hostile,
    client_id: hostile,
    locale: hostile,
    code_challenge: hostile,
  });

  it('is text: it adds no elements, and every value is read back unchanged', () => {
    const shape = (document: Document) =>
      [...document.querySelectorAll('body *')].map(
        (element) => `${element.tagName} ${element.getAttributeNames()}`,
      );
    const plain = { appTitle: 'a', portalName: 'b', username: 'c', parameters: { state: 'd' } };
    const expected = shape(page(plain).document);
    fc.assert(
      fc.property(fields, ({ appTitle, portalName, username, ...parameters }) => {
        // An empty name moves the focus to its field.
        fc.pre(username !== '');
        const { document } = page({
          appTitle,
          portalName,
          username,
          parameters: { ...parameters, locale: 'en' },
        });
        expect(shape(document)).toEqual(expected);
        expect(document.querySelector('.lead')?.textContent).toBe(
          `to continue to ${isolated(appTitle, 'ltr')}`,
        );
        expect(document.querySelector('.brand span')?.textContent).toBe(portalName);
        expect(document.querySelector<HTMLInputElement>('#username')?.getAttribute('value')).toBe(username);
        const action = new URL(document.forms[0]?.action ?? '');
        expect(action.pathname).toBe('/portal/sharing/oauth2/authorize');
        expect(action.searchParams.get('state')).toBe(
          parameters.state.trim() === '' ? null : parameters.state,
        );
      }),
      { numRuns: 25 },
    );
  });
});
