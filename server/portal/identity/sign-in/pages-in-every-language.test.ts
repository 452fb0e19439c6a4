import { describe, expect, it, vi } from 'vitest';
import { fakePortalCall, type Sent } from '../../../../testing/fakes/portal-call.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { nativeName } from '../../../../wire/languages.ts';
import {
  type Composed,
  composeCode,
  composeLink,
  composeNotice,
  composeTest,
  type Recipient,
} from '../../mail/compose.ts';
import { mailTextsOf } from '../../mail/mail-texts.ts';
import type { PortalCall } from '../../operation.ts';
import { defaultPortalSettings } from '../../portal-settings.ts';
import {
  sendForgottenPage,
  sendLinkSentPage,
  sendNewPasswordPage,
  sendPasswordSavedPage,
} from '../forgotten-password/password-pages.ts';
import type { AuthorizationRequest } from '../oauth2/authorization-request.ts';
import { securityActs } from '../security/security-acts.ts';
import { type Language, languages } from './languages.ts';
import { sendCodePage, sendEnrolPage } from './second-factor-pages.ts';
import { sendConsentPage } from './send-consent-page.ts';
import {
  type ProviderError,
  sendApprovalPage,
  sendErrorPage,
  sendFaultPage,
  sendProviderErrorPage,
  sendRefusedRequestPage,
  sendSignedOutPage,
} from './send-plain-pages.ts';
import { type FormError, sendSignInPage } from './send-sign-in-page.ts';
import { passkeyForm } from './passkey-form.ts';

// An account with an authenticator app and a passkey, without a database.
vi.mock(import('../second-factor/second-factor-store.ts'), async (original) => ({
  ...(await original()),
  hasAuthenticatorApp: async () => true,
}));
vi.mock(import('../passkeys/passkey-store.ts'), async (original) => ({
  ...(await original()),
  listPasskeys: async () => [],
}));
vi.mock(import('../passkeys/verify-passkey.ts'), async (original) => ({
  ...(await original()),
  passkeyVault: () => ({}) as never,
  requestOptions: async () => ({ challenge: 'AAAA' }),
}));

const request = {
  kind: 'request',
  flow: 'implicit',
  app: {
    clientId: 'app',
    orgId: null,
    type: 'browser' as const,
    secretHash: null,
    owner: '4711',
    title: '0815',
    redirectUris: [],
  },
  redirectUri: 'https://127.0.0.1/cb',
  state: undefined,
  part: 'fragment',
  expiration: undefined,
} satisfies AuthorizationRequest;
const step = { step: '1', username: '42' };
const every: readonly FormError[] = ['wrong', 'expired', 'username', 'password', { wait: 42 }];
const reasons: readonly ProviderError[] = [
  'expired',
  'providerCancelled',
  'providerFailed',
  'providerRefused',
  'providerUnsolicited',
];

const faults: Readonly<Record<string, number>> = {
  'http:not-found': 404,
  'http:too-large': 413,
  'http:too-many-requests': 429,
  'http:unexpected': 500,
  'busy:signIn': 503,
  'database:busy': 503,
  'database:outcome-unknown': 503,
  'database:unreachable': 503,
  'http:disk-full': 507,
};

/** Every page. Names and values that they show are numbers, so that every letter is a text of the page. */
const pages: Readonly<Record<string, (call: PortalCall) => unknown>> = {
  'sign-in': async (call) =>
    sendSignInPage(call, request, { formErrors: every, provider: '1', passkey: await passkeyForm(call) }),
  'sign-in without mail': (call) =>
    sendSignInPage({ ...call, context: { ...call.context, mail: undefined } }, request, {}),
  code: (call) => sendCodePage(call, request, { ...step, formErrors: ['code', 'wrong-code', 'passkey'] }),
  enrol: (call) =>
    sendEnrolPage(call, request, { ...step, offer: { secret: '22', recoveryCodes: ['1'] }, sealed: '1' }),
  consent: (call) =>
    sendConsentPage(call, request, { ...step, formToken: '1', authorizeUrl: 'https://127.0.0.1/' }),
  ...Object.fromEntries(
    reasons.map((reason) => [reason, (call: PortalCall) => sendProviderErrorPage(call, reason, '?a=1')]),
  ),
  'unknown application': (call) => sendErrorPage(call, 'unknown-app'),
  'unknown address': (call) => sendErrorPage(call, 'unknown-redirect'),
  approval: (call) => sendApprovalPage(call, '1'),
  'no approval': (call) => sendApprovalPage(call, undefined),
  'refused request': (call) =>
    sendRefusedRequestPage(call, request, { reason: '1', address: 'https://127.0.0.1/cb?error=1' }),
  'signed out': (call) => sendSignedOutPage(call),
  forgotten: (call) => sendForgottenPage(call, '1'),
  'forgotten without mail': (call) =>
    sendForgottenPage({ ...call, context: { ...call.context, mail: undefined } }),
  'link sent': (call) => sendLinkSentPage(call),
  'new password': (call) => sendNewPasswordPage(call, { link: '1', problem: '1' }),
  'password saved': (call) => sendPasswordSavedPage(call),
  ...Object.fromEntries(
    Object.entries(faults).map(([id, status]) => [
      id,
      (call: PortalCall) => {
        const query = { locale: call.parameters.text('locale') };
        const request = { ...call.request, id: '1', query } as PortalCall['request'];
        return sendFaultPage({ ...call, request }, new MappingError(id, 'Words', { status }));
      },
    ]),
  ),
};

async function render(send: (call: PortalCall) => unknown, locale: string): Promise<Sent> {
  const { call, sent } = fakePortalCall({
    parameters: { locale, client_id: 'app' },
    portal: { name: '2025' },
  });
  await send({ ...call, context: { ...call.context, mail: {} as never } });
  return sent;
}

const namesOfLanguages = new Set(languages.map(({ tag }) => nativeName(tag)));
/** Titles that programs read. */
const forPrograms = /^(?:SUCCESS code=|DENIED)/;

/** The texts and names of a page that a reader meets. */
function textsOf(html: string): string[] {
  const shown = html.replaceAll(/<(style|script)\b[^]*?<\/\1>/g, '');
  const names = [...shown.matchAll(/ (?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(
    ([, text]) => text ?? '',
  );
  return [...shown.split(/<[^>]*>/), ...names]
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && !namesOfLanguages.has(text) && !forPrograms.test(text));
}

/** Texts that stayed as they are in English, unless the translation is the same word. */
function leftInEnglish(
  texts: readonly string[],
  english: readonly string[],
  known: readonly string[],
): string[] {
  return texts.filter((text) => english.includes(text) && !known.some((same) => text.includes(same)));
}

const valuesAlike = (one: object, other: object) => {
  const values = new Set(Object.values(other));
  return Object.values(one).filter((text): text is string => typeof text === 'string' && values.has(text));
};

const english = languages.find(({ tag }) => tag === 'en')!;
const others = languages.filter(({ tag }) => !tag.startsWith('en'));
const expectLanguage = (html: string, { tag, direction }: Language) =>
  expect(/<html lang="([^"]*)" dir="([^"]*)"/.exec(html)?.slice(1)).toEqual([tag, direction]);

describe.each(Object.entries(pages))('the page: %s', (_name, send) => {
  it('has every text in each language', async () => {
    expect(others.length).toBeGreaterThan(50);
    const inEnglish = textsOf((await render(send, 'en')).body ?? '');
    expect(inEnglish.length).toBeGreaterThan(0);
    for (const language of others) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const { body = '' } = await render(send, language.tag);
      expectLanguage(body, language);
      const texts = textsOf(body);
      expect(texts).toHaveLength(inEnglish.length);
      const alike = [
        ...valuesAlike(language.messages, english.messages),
        ...valuesAlike(language.faults, english.faults).map((text) => text.replace('{{id}}', '1')),
      ];
      expect([language.tag, ...leftInEnglish(texts, inEnglish, alike)]).toEqual([language.tag]);
    }
  });
});

describe('mails', () => {
  const recipient: Recipient = {
    username: '42',
    fullName: '4711',
    place: { publicUrl: 'https://127.0.0.1', portal: { ...defaultPortalSettings, name: '2025' } },
  };
  const compose = async (tag: string): Promise<readonly Composed[]> => {
    const texts = await mailTextsOf(tag);
    return [
      composeLink(recipient, '1', texts),
      composeCode(recipient, '1', texts),
      composeTest(recipient, texts),
      ...Object.keys(securityActs).map((act) => composeNotice(recipient, { act }, 0, texts)),
    ];
  };
  const linesOf = ({ subject, text }: Composed) =>
    [subject, ...text.split('\n')].filter((line) => /\p{L}/u.test(line) && !line.startsWith('https:'));

  it('have numbers in the digits of the language', async () => {
    for (const { text } of (await compose('bn')).slice(0, 2)) expect(text).toMatch(/(?<![০-৯])৩০(?![০-৯])/);
  });

  it.each([
    ['ar', { name: '2025 Census', user: 'ada (2)', app: 'City map!' }],
    ['en', { name: 'تعداد 2025', user: 'سارة (2)', app: 'خريطة!' }],
  ])('isolate names of the other direction than the sentences, %s', async (tag, { name, user, app }) => {
    const texts = await mailTextsOf(tag);
    const named: Recipient = {
      username: user,
      fullName: user,
      place: { ...recipient.place, portal: { ...defaultPortalSettings, name } },
    };
    const mails = [
      composeLink(named, '1', texts),
      composeCode(named, '1', texts),
      composeTest(named, texts),
      composeNotice(named, { act: 'sign-in.new', app, address: '127.0.0.1', by: user }, 0, texts),
    ];
    const marked = mails.map(({ subject, text, html }) => [subject, text, html].join('\n'));
    for (const each of [name, user])
      for (const mail of marked) {
        expect(mail).toContain(`\u2068${each}\u2069`);
        expect(mail.replaceAll(`\u2068${each}\u2069`, '')).not.toContain(each);
      }
    expect(marked.at(-1)).toContain(`\u2068${app}\u2069`);
    for (const { text } of mails) expect(text).toMatch(/https:\/\/127\.0\.0\.1[.。]?$/);
  });

  it('have no marks of direction from names, which would turn the text after them', async () => {
    const texts = await mailTextsOf('en');
    const data = { act: 'sign-in.new', app: '\u202eCity\u2067', address: '127.0.0.1', by: 'ada\u2069' };
    const { subject, text, html } = composeNotice(recipient, data, 0, texts);
    expect([subject, text, html].join('')).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(text).toContain('City · 127.0.0.1 · ada');
  });

  it.each(others.map((language) => [language.tag, language] as const))(
    'have every text in %s',
    async (tag, language) => {
      const inEnglish = (await compose('en')).flatMap(linesOf);
      const mails = await compose(tag);
      for (const { html, language: written } of mails) {
        expectLanguage(html ?? '', language);
        expect(written).toBe(tag);
      }
      const lines = mails.flatMap(linesOf);
      expect(lines).toHaveLength(inEnglish.length);
      expect(leftInEnglish(lines, inEnglish, [])).toEqual([]);
    },
  );
});
