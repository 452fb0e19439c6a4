import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerTo,
  assertionXml,
  encryptAssertion,
  readSamlRequest,
  responseXml,
  type Statements,
  sign,
  transient,
} from '../fakes/saml/response.ts';
import { minute } from '../rig/clock.ts';
import { sample } from '../rig/long.ts';
import { failed, issuer, type Make, signed, startSamlPortal } from '../rig/saml-portal.ts';

let saml: Awaited<ReturnType<typeof startSamlPortal>>;
beforeAll(async () => {
  saml = await startSamlPortal();
});
afterAll(() => saml.server.stop());
/** The same attacks where the signature of a response is enough: they must not get more. */
const settings: readonly (readonly [string, Record<string, string>])[] = [
  ['where the assertion must be signed', {}],
  ['where a signed response is enough', { responseSigned: 'true' }],
];

describe.each(settings)('a response is refused, %s,', (_where, changed) => {
  beforeEach(() => saml.reset(changed));

  const within = (xml: string, place: RegExp, content: string) => {
    expect(xml).toMatch(place);
    return xml.replace(place, (found) => found + content);
  };
  const cases: readonly (readonly [string, string, Partial<Statements>, Make?])[] = [
    [
      'without a signature',
      'signature',
      {},
      (statements) => responseXml(statements, assertionXml(statements)),
    ],
    [
      'signed by another key, whose certificate it contains',
      'signature',
      {},
      (statements) => responseXml(statements, sign(assertionXml(statements), 'Assertion', { key: 'other' })),
    ],
    [
      'with an assertion changed after signing',
      'signature',
      { nameId: '17' },
      async (statements) => (await signed(statements)).replace('>17<', '>18<'),
    ],
    [
      'signed as a whole by another key, whose certificate it contains',
      'signature',
      {},
      (statements) => sign(responseXml(statements, assertionXml(statements)), 'Response', { key: 'other' }),
    ],
    [
      'with an assertion changed after signing the response',
      'signature',
      { nameId: '17' },
      (statements) =>
        sign(responseXml(statements, assertionXml(statements)), 'Response').replace('>17<', '>18<'),
    ],
    [
      'signed as a whole around an assertion signed by another key',
      'signature',
      {},
      (statements) =>
        sign(
          responseXml(statements, sign(assertionXml(statements), 'Assertion', { key: 'other' })),
          'Response',
        ),
    ],
    [
      'with a wrong signature of the response around a signed assertion',
      'signature',
      {},
      (statements) =>
        sign(responseXml(statements, sign(assertionXml(statements), 'Assertion')), 'Response', {
          key: 'other',
        }),
    ],
    [
      'signed with SHA-1',
      'algorithm',
      {},
      (statements) => responseXml(statements, sign(assertionXml(statements), 'Assertion', { hash: 'sha1' })),
    ],
    ['from another issuer', 'wrong-issuer', { issuer: 'https://other.example' }],
    ['for another audience', 'audience', { audience: 'https://other.example' }],
    ['with another recipient', 'recipient', { recipient: 'https://other.example/acs' }],
    ['with another destination', 'wrong-address', { destination: 'https://other.example/acs' }],
    ['that has expired', 'expired', { from: -400, until: -61 }],
    ['that is not valid yet', 'expired', { from: 61 }],
    ['with a transient name', 'subject', { nameIdFormat: transient }],
    ['without a name', 'subject', { nameId: '' }],
    ['with a comment in its name', 'malformed', { nameId: 'grace<!-- -->.evil' }],
    [
      'with a comment put into a signed name',
      'malformed',
      { nameId: 'grace.evil' },
      async (statements) => (await signed(statements)).replace('>grace.', '>grace<!-- -->.'),
    ],
    [
      'with a document type',
      'malformed',
      {},
      async (statements) => `<!DOCTYPE r [<!ENTITY e "expanded">]>${await signed(statements)}`,
    ],
    [
      'that is nested too deep',
      'malformed',
      {},
      (statements) => responseXml(statements, '<a>'.repeat(30) + '</a>'.repeat(30)),
    ],
    ['with too many elements', 'malformed', {}, (statements) => responseXml(statements, '<a/>'.repeat(2001))],
    ['that is too long', 'malformed', { nameId: 'x'.repeat(100_000) }],
    ['that is not XML', 'malformed', {}, () => 'not XML'],
    [
      'with an encrypted assertion, without a key',
      'encrypted',
      {},
      async (statements) =>
        responseXml(
          statements,
          await encryptAssertion(assertionXml(statements), 'http://www.w3.org/2009/xmlenc11#aes256-gcm'),
        ),
    ],
  ];

  const named = cases.map(([what, problem, changed, make]) => ({ what, problem, changed, make }));
  // The second setting repeats the first; each form of wrapping is tried in both.
  it.each(changed['responseSigned'] ? sample(named, 3) : named)(
    '$what',
    async ({ problem, changed: statements, make }) => {
      expect(await saml.signIn(statements, make)).toMatch(failed);
      expect(await saml.reason()).toBe(problem);
    },
  );

  /** The eight forms of signature wrapping (Somorovsky et al., “On Breaking SAML”), with a forged assertion of an administrator. */
  const wrapped: Readonly<
    Record<string, (forged: string, original: string, statements: Statements) => string>
  > = {
    'XSW1: the signed response in the signature of a forged one': (forged, original, statements) => {
      const inner = sign(responseXml(statements, original), 'Response');
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(inner)?.[0] ?? '';
      const outer = responseXml({ ...statements, assertionId: '_evil' }, forged);
      return within(
        outer,
        /<\/saml:Issuer>/,
        signature.replace(
          '</ds:Signature>',
          `<ds:Object>${inner.replace(signature, '')}</ds:Object></ds:Signature>`,
        ),
      );
    },
    'XSW2: a detached signature beside the signed response': (forged, original, statements) => {
      const inner = sign(responseXml(statements, original), 'Response');
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(inner)?.[0] ?? '';
      const outer = responseXml({ ...statements, assertionId: '_evil' }, forged);
      return within(outer, /<\/saml:Issuer>/, inner.replace(signature, '') + signature);
    },
    'XSW3: a forged assertion before the signed one': (forged, original, statements) =>
      responseXml(statements, forged + original),
    'XSW4: the signed assertion in a forged one': (forged, original, statements) =>
      responseXml(statements, forged.replace('</saml:Assertion>', `${original}</saml:Assertion>`)),
    'XSW5: the signature in a forged assertion, the signed one after it': (forged, original, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(original)?.[0] ?? '';
      return responseXml(
        statements,
        within(forged, /<\/saml:Issuer>/, signature) + original.replace(signature, ''),
      );
    },
    'XSW6: the signed assertion in the signature of a forged one': (forged, original, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(original)?.[0] ?? '';
      const holding = signature.replace(
        '</ds:Signature>',
        `${original.replace(signature, '')}</ds:Signature>`,
      );
      return responseXml(statements, within(forged, /<\/saml:Issuer>/, holding));
    },
    'XSW7: a forged assertion in extensions': (forged, original, statements) =>
      responseXml(statements, `<samlp:Extensions>${forged}</samlp:Extensions>${original}`),
    'XSW8: the signed assertion in an object of a forged signature': (forged, original, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(original)?.[0] ?? '';
      const object = `<ds:Object>${original.replace(signature, '')}</ds:Object>`;
      const holding = signature.replace('</ds:Signature>', `${object}</ds:Signature>`);
      return responseXml(statements, within(forged, /<\/saml:Issuer>/, holding));
    },
    'the same id for both': (forged, original, statements) =>
      responseXml(statements, forged.replace('_evil', statements.assertionId) + original),
    'a forged assertion in another namespace before the signed one': (forged, original, statements) =>
      responseXml(statements, forged.replaceAll('SAML:2.0:assertion', 'SAML:1.0:assertion') + original),
    'a second signature in the assertion': (forged, original, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(original)?.[0] ?? '';
      return responseXml(
        statements,
        within(original, /<\/saml:Issuer>/, signature).replace('>17<', '>victim<') || forged,
      );
    },
  };

  it.each(Object.entries(wrapped))('wrapped: %s', async (_what, wrap) => {
    const make: Make = (statements) => {
      const forged = assertionXml({ ...statements, assertionId: '_evil', nameId: 'victim' });
      return wrap(forged, sign(assertionXml(statements), 'Assertion'), statements);
    };
    expect(await saml.signIn({ nameId: '17' }, make)).toMatch(failed);
    expect(await saml.reason()).toBe('structure');
  });

  /** Forms of wrapping that need no signed assertion, only a signed response. */
  const around: Readonly<
    Record<string, (forged: string, response: string, statements: Statements) => string>
  > = {
    'a forged response around the signed one': (forged, response, statements) =>
      responseXml({ ...statements, assertionId: '_evil' }, forged + response),
    'a forged assertion put into the signed response': (forged, response) =>
      response.replace('</samlp:Response>', `${forged}</samlp:Response>`),
    'the signature of the response moved to a forged one': (forged, response, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(response)?.[0] ?? '';
      return within(responseXml(statements, forged), /<\/saml:Issuer>/, signature);
    },
    'the signed response in an object of its signature': (forged, response, statements) => {
      const signature = /<ds:Signature [^]*?<\/ds:Signature>/.exec(response)?.[0] ?? '';
      const object = `<ds:Object>${response.replace(signature, '')}</ds:Object></ds:Signature>`;
      const outer = responseXml({ ...statements, assertionId: '_evil' }, forged);
      return within(outer, /<\/saml:Issuer>/, signature.replace('</ds:Signature>', object));
    },
    'the signed response in extensions of a forged one': (forged, response, statements) =>
      responseXml(statements, `<samlp:Extensions>${response}</samlp:Extensions>${forged}`),
  };

  it.each(Object.entries(around))('wrapped: %s', async (_what, wrap) => {
    const make: Make = (statements) => {
      const forged = assertionXml({ ...statements, assertionId: '_evil', nameId: 'victim' });
      return wrap(forged, sign(responseXml(statements, assertionXml(statements)), 'Response'), statements);
    };
    expect(await saml.signIn({ nameId: '17' }, make)).toMatch(failed);
    expect(await saml.reason()).toMatch(/^(structure|signature)$/);
  });

  it('when it begins at the provider, and explains where to sign in', async () => {
    const make: Make = (statements) => responseXml(statements, sign(assertionXml(statements), 'Assertion'));
    expect(await saml.signIn({ inResponseTo: '' }, make)).toMatch(/Sign-in must start here/);
    expect(await saml.reason()).toBe('unsolicited');
  });

  it('when it answers the request of another browser, even with a response around it that does not', async () => {
    const [mine, theirs] = [await saml.begin(), await saml.begin()];
    const statements = answerTo(readSamlRequest(theirs.address), saml.clock.now(), issuer);
    const location = await saml.post(await signed(statements));
    for (const cookie of ['', 'mapping-provider=forged.AAAA.AAAA']) {
      const response = await saml.open(location, cookie);
      expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    }
    expect(await saml.account(await saml.open(location, mine.cookie))).toMatch(failed);
    const { id } = readSamlRequest(mine.address);
    const relabelled = (await signed(statements)).replace(
      `InResponseTo="${statements.inResponseTo}"`,
      `InResponseTo="${id}"`,
    );
    expect(await saml.account(await saml.open(await saml.post(relabelled), mine.cookie))).toMatch(failed);
    expect(await saml.reason()).toBe('request');
  });

  it('a second time, and another response to the same request', async () => {
    const { address, cookie } = await saml.begin();
    const request = readSamlRequest(address);
    const statements = answerTo(request, saml.clock.now(), issuer);
    const xml = await signed(statements);
    const location = await saml.post(xml);
    expect((await saml.open(location, cookie)).status).toBe(302);
    // A copy of the browser's cookie, as a thief would have it.
    expect(await saml.account(await saml.open(location, cookie))).toMatch(failed);
    expect(await saml.account(await saml.open(await saml.post(xml), cookie))).toMatch(failed);
    const again = { ...answerTo(request, saml.clock.now(), issuer), nameId: 'another' };
    expect(await saml.account(await saml.open(await saml.post(await signed(again)), cookie))).toMatch(failed);
    expect(await saml.reason()).toBe('replayed');
  });

  it('ten minutes after the sign-in began', async () => {
    const { address, cookie } = await saml.begin();
    const request = readSamlRequest(address);
    saml.clock.advance(11 * minute);
    const location = await saml.post(await signed(answerTo(request, saml.clock.now(), issuer)));
    expect(await saml.account(await saml.open(location, cookie))).toMatch(/open too long/);
  });

  it('when the settings have changed since', async () => {
    const { address, cookie } = await saml.begin();
    const location = await saml.post(
      await signed(answerTo(readSamlRequest(address), saml.clock.now(), issuer)),
    );
    saml.clock.advance(1);
    await saml.save({ ...changed, label: 'Other' });
    expect(await saml.account(await saml.open(location, cookie))).toMatch(failed);
  });

  it('at an organisation without a SAML provider', async () => {
    await saml.portal.call('/portals/self/provider/delete', { token: saml.root });
    const statements = answerTo(
      { id: '_x', issuer: 'x', consumer: `${saml.portal.root}/oauth2/saml/signin` },
      saml.clock.now(),
      issuer,
    );
    expect(await saml.post(await signed(statements))).toMatch(/callback\?error=refused$/);
  });
});
