import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  answerTo,
  assertionXml,
  encryptAssertion,
  identityMetadata,
  pem,
  readSamlRequest,
  responseXml,
  sign,
} from '../fakes/saml/response.ts';
import { minute } from '../rig/clock.ts';
import { failed, issuer, type Make, signed, signInUrl, startSamlPortal } from '../rig/saml-portal.ts';

let saml: Awaited<ReturnType<typeof startSamlPortal>>;
beforeAll(async () => {
  saml = await startSamlPortal();
});
afterAll(() => saml.server.stop());
beforeEach(() => saml.reset());

describe('sign-in at an organisation’s SAML provider', () => {
  it('leads to the provider’s page with a request', async () => {
    const { link, address } = await saml.begin();
    expect(link?.textContent).toBe('Sign in with City login');
    expect(address.startsWith(`${signInUrl}&SAMLRequest=`)).toBe(true);
    const consumer = `${saml.portal.root}/oauth2/saml/signin`;
    expect(readSamlRequest(address)).toMatchObject({
      issuer: `${saml.portal.root}/portals/self/sp/metadata`,
      consumer,
    });
  });

  it('creates an account at the first sign-in, and finds it by the name identifier at the next', async () => {
    const attributes = { uid: ['lin'], displayName: ['Lin Öz'], mail: ['lin@city.example'], groups: ['gis'] };
    expect(await saml.signIn({ nameId: '17', attributes })).toEqual({
      username: 'lin',
      role: 'org_publisher',
    });
    const { fullName, email } = await saml.portal.call('/community/users/lin', { token: saml.root });
    expect([fullName, email]).toEqual(['Lin Öz', 'lin@city.example']);
    const renamed = { uid: ['grace'], groups: ['x', 'admins', 'gis'] };
    expect(await saml.signIn({ nameId: '17', attributes: renamed })).toEqual({
      username: 'lin',
      role: 'org_admin',
    });
  });

  it('never signs in to an account of the same name, or of an OpenID Connect provider', async () => {
    const identity = { org_id: saml.portal.context.portal.id, issuer, subject: 'same', username: 'grace' };
    await saml.server.database.insertInto('portal_provider_user').values(identity).execute();
    expect(await saml.signIn({ nameId: 'same', attributes: { uid: ['grace'] } })).toMatchObject({
      username: 'grace_org',
    });
  });

  it('confirms who a person is by a sign-in at the provider after the question only', async () => {
    const who = { nameId: '21', attributes: { uid: ['lena'] } };
    expect(await saml.signIn(who)).toMatchObject({ username: 'lena' });
    const confirm = async (signedIn: number | null) => {
      const { address, cookie } = await saml.begin({ prompt: 'login', prepopulatedusername: 'lena' });
      saml.clock.advance(5 * minute);
      const statements = {
        ...answerTo(readSamlRequest(address), saml.clock.now(), issuer),
        ...who,
        signedIn,
      };
      return saml.account(await saml.open(await saml.post(await signed(statements)), cookie));
    };
    expect(await confirm(-30)).toMatchObject({ username: 'lena' });
    // The provider's clock may be a minute behind.
    expect(await confirm(-6 * 60 + 1)).toMatchObject({ username: 'lena' });
    expect(await confirm(-6 * 60 - 1)).toMatch(failed);
    expect(await saml.reason()).toBe('expired');
    expect(await confirm(null)).toMatch(failed);
    // Otherwise an earlier sign-in at the provider is enough.
    expect(await saml.signIn({ ...who, signedIn: -3600 })).toMatchObject({ username: 'lena' });
  });

  it.each<[string, number | null, boolean]>([
    ['a minute before is recent', -60, true],
    ['an hour before is not recent', -3600, false],
    ['a minute ahead, by its clock, is recent', 60, true],
    ['at a time that it does not give is not recent', null, false],
  ])('begins a session in which a sign-in at the provider %s', async (_what, signedIn, recent) => {
    const who = { nameId: '27', attributes: { uid: ['old'], groups: ['admins'] } };
    const { token } = (await saml.openSession({ ...who, signedIn })) as { token: string };
    const change = { token, user: 'grace', role: 'org_user' };
    expect(await saml.portal.call('/portals/self/updateUserRole', change)).toMatchObject(
      recent ? { success: true } : { error: { code: 400, faults: [{ code: 'recent-sign-in' }] } },
    );
  });

  it('refuses a sign-in that the provider dates ahead, by more than clocks may differ', async () => {
    expect(await saml.signIn({ nameId: '28', signedIn: 61 })).toMatch(failed);
    expect(await saml.reason()).toBe('expired');
  });

  it('accepts a signed response with a signed assertion', async () => {
    const both: Make = (statements) =>
      sign(responseXml(statements, sign(assertionXml(statements), 'Assertion')), 'Response');
    expect(await saml.signIn({ nameId: '18', attributes: { uid: ['both'] } }, both)).toMatchObject({
      username: 'both',
    });
  });

  it('accepts only a signature of the response where the settings allow it, and nowhere else', async () => {
    const whole: Make = (statements) => sign(responseXml(statements, assertionXml(statements)), 'Response');
    const who = { nameId: '20', attributes: { uid: ['whole'], groups: ['gis'] } };
    expect(await saml.signIn(who, whole)).toMatch(failed);
    expect(await saml.reason()).toBe('signature');
    await saml.save({ responseSigned: 'true' });
    expect(await saml.signIn(who, whole)).toEqual({ username: 'whole', role: 'org_publisher' });
    const { provider } = await saml.portal.call('/portals/self/provider', { token: saml.root });
    expect(provider.responseSigned).toBe(true);
    // A provider that signs assertions may do so there too.
    expect(await saml.signIn(who)).toMatchObject({ username: 'whole' });
  });

  it('accepts each of several certificates, while the provider changes them', async () => {
    await saml.save({ certificates: pem('other.cert') + pem('provider.cert') });
    expect(await saml.signIn({ nameId: '19', attributes: { uid: ['both'] } })).toMatchObject({
      role: 'org_user',
    });
  });

  it('leads back to the sign-in page when the person cancels', async () => {
    const cancelled: Make = (statements) => responseXml({ ...statements, status: 'RequestDenied' }, '');
    expect(await saml.signIn({}, cancelled)).toMatch(/The sign-in was cancelled\. .*Back to sign-in/);
    expect(
      await saml.signIn({}, (statements) => responseXml({ ...statements, status: 'Responder' }, '')),
    ).toMatch(failed);
  });
});

describe('encrypted assertions', () => {
  const own = () => ({ ownCertificate: pem('portal.cert'), privateKey: pem('portal.key') });
  const sealed =
    (algorithm: Parameters<typeof encryptAssertion>[1], unsigned = false): Make =>
    async (statements) => {
      const xml = assertionXml(statements);
      return responseXml(
        statements,
        await encryptAssertion(unsigned ? xml : sign(xml, 'Assertion'), algorithm),
      );
    };
  const gcm = 'http://www.w3.org/2009/xmlenc11#aes256-gcm';

  it('are accepted with a key, and requests are signed', async () => {
    expect(await saml.save(own())).toEqual({ success: true });
    expect(await saml.signIn({ nameId: '30', attributes: { uid: ['sealed'] } }, sealed(gcm))).toMatchObject({
      username: 'sealed',
    });
    const sent = new URL((await saml.begin()).address).searchParams;
    expect(sent.get('SigAlg')).toBe('http://www.w3.org/2001/04/xmldsig-more#rsa-sha256');
    expect(sent.get('Signature')).toMatch(/^[\w+/]{340,}=*$/);
  });

  it('need a signature of their own, and AES-GCM', async () => {
    await saml.save(own());
    expect(await saml.signIn({}, sealed(gcm, true))).toMatch(failed);
    expect(await saml.reason()).toBe('signature');
    expect(await saml.signIn({}, sealed('http://www.w3.org/2001/04/xmlenc#aes256-cbc'))).toMatch(failed);
    expect(await saml.reason()).toBe('algorithm');
    const inside: Make = async (statements) => {
      const xml = `<!DOCTYPE a [<!ENTITY e "x">]>${sign(assertionXml(statements), 'Assertion')}`;
      return responseXml(statements, await encryptAssertion(xml, gcm));
    };
    expect(await saml.signIn({}, inside)).toMatch(failed);
    expect(await saml.reason()).toBe('malformed');
  });

  it('keep their key while the certificate is the same, and never show it', async () => {
    await saml.save(own());
    expect(await saml.save({ ownCertificate: pem('portal.cert') })).toEqual({ success: true });
    const stored = await saml.portal.call('/portals/self/provider', { token: saml.root });
    expect(JSON.stringify(stored)).not.toContain('PRIVATE KEY');
    const { error } = await saml.save({ ownCertificate: pem('other.cert') });
    expect(error.details[0]).toMatch(/^privateKey: Enter the private key/);
    const wrong = await saml.save({ ...own(), privateKey: pem('other.key') });
    expect(wrong.error.details[0]).toMatch(/^privateKey: This is not the private key/);
  });
});

describe('setting up a SAML provider', () => {
  it('returns the settings and the addresses to register', async () => {
    const stored = await saml.portal.call('/portals/self/provider', { token: saml.root });
    expect(stored).toMatchObject({
      entityId: `${saml.portal.root}/portals/self/sp/metadata`,
      consumerUrl: `${saml.portal.root}/oauth2/saml/signin`,
      provider: { kind: 'saml', issuer, signInUrl, label: 'City login', ownCertificate: '' },
    });
    expect(stored.provider.certificates).toBe(pem('provider.cert'));
  });

  it('publishes the metadata of the portal, with its certificate if it has one', async () => {
    const read = async () => {
      const response = await fetch(`${saml.portal.root}/portals/self/sp/metadata`);
      expect(response.headers.get('content-type')).toMatch(/^application\/samlmetadata\+xml/);
      return response.text();
    };
    const plain = await read();
    expect(plain).toContain(`entityID="${saml.portal.root}/portals/self/sp/metadata"`);
    expect(plain).toContain(`Location="${saml.portal.root}/oauth2/saml/signin"`);
    expect(plain).toContain('WantAssertionsSigned="true"');
    expect(plain).not.toContain('KeyDescriptor');
    await saml.save({ ownCertificate: pem('portal.cert'), privateKey: pem('portal.key') });
    const keyed = await read();
    expect(keyed.match(/<KeyDescriptor use="(signing|encryption)">/g)).toHaveLength(2);
    expect(keyed).toMatch(/aes256-gcm/);
    expect(keyed).not.toMatch(/-cbc|PRIVATE KEY/);
  });

  it('reads the metadata of a provider, without certificates that have expired', async () => {
    const certificates = [pem('expired.cert'), pem('provider.cert'), pem('other.cert')];
    const metadata = identityMetadata(issuer, 'https://login.city.example/sso', certificates);
    const read = await saml.portal.call('/portals/self/provider/readMetadata', {
      metadata,
      token: saml.root,
    });
    expect(read).toEqual({
      issuer,
      signInUrl: 'https://login.city.example/sso',
      certificates: pem('provider.cert') + pem('other.cert'),
      wantsSignedRequests: true,
    });
  });

  it('reads at most twenty of the certificates in it', async () => {
    const many = Array.from({ length: 1500 }, (_, index) => Buffer.from(`${index}`).toString('base64'));
    const answer = await saml.portal.call('/portals/self/provider/readMetadata', {
      metadata: identityMetadata(issuer, 'https://login.city.example/sso', [...many, pem('provider.cert')]),
      token: saml.root,
    });
    expect(answer.certificates).toBe('');
  });

  it.each([
    ['text that is not XML', 'not metadata', /not acceptable XML/],
    ['a document type', '<!DOCTYPE x><x/>', /document type/],
    ['other XML', '<x/>', /describes no identity provider/],
    [
      'two providers',
      `<a>${identityMetadata('a', 'https://a.example', [])
        .replace(/^<\?.*?-->/, '')
        .repeat(2)}</a>`,
      /several providers/,
    ],
  ])('refuses metadata: %s', async (_what, metadata, message) => {
    const { error } = await saml.portal.call('/portals/self/provider/readMetadata', {
      metadata,
      token: saml.root,
    });
    expect([error.code, error.details[0]]).toEqual([400, expect.stringMatching(message)]);
  });

  it.each([
    ['no certificate', { certificates: 'x' }, /^certificates: This is not a certificate/],
    [
      'an expired certificate',
      { certificates: pem('expired.cert') },
      /^certificates: The certificate has expired/,
    ],
    ['a weak key', { certificates: pem('weak.cert') }, /^certificates: .*2048 to 4096 bits/],
    ['six certificates', { certificates: pem('provider.cert').repeat(6) }, /^certificates: At most 5/],
    ['an address without encryption', { signInUrl: 'javascript:alert(1)' }, /^signInUrl: /],
    ['no entity ID', { issuer: ' ' }, /^issuer: /],
    ['a password on the key', { ownCertificate: pem('portal.cert'), privateKey: 'x' }, /^privateKey: /],
  ])('refuses %s, and changes nothing', async (_what, changed, message) => {
    const { error } = await saml.save(changed);
    expect([error.code, error.details[0]]).toEqual([400, expect.stringMatching(message)]);
    const { provider } = await saml.portal.call('/portals/self/provider', { token: saml.root });
    expect(provider).toMatchObject({ issuer, signInUrl });
  });

  it('replaces an OpenID Connect provider only once its own settings are complete', async () => {
    const { error } = await saml.save({
      kind: 'openid',
      issuer: 'http://127.0.0.1:9',
      clientId: 'x',
      clientSecret: 'x',
    });
    expect(error.code).toBe(400);
    const { provider } = await saml.portal.call('/portals/self/provider', { token: saml.root });
    expect(provider.kind).toBe('saml');
  });

  it('is for administrators', async () => {
    const token = await saml.portal.token('grace');
    const { error } = await saml.portal.call('/portals/self/provider/readMetadata', {
      metadata: '<x/>',
      token,
    });
    expect(error.code).toBe(403);
  });
});
