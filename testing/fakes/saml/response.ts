import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';

/** Certificates and keys of tests (RSA, 2048 bits, a hundred years; `expired` ends in 2027, `weak` has 1024 bits). */
export function pem(
  name: `${'provider' | 'other' | 'portal'}.${'key' | 'cert'}` | 'expired.cert' | 'weak.cert',
) {
  return readFileSync(new URL(`${name}.pem`, import.meta.url), 'utf8');
}

/** A request of a portal, as in the address of the provider's page. */
export interface SamlRequest {
  id: string;
  issuer: string;
  consumer: string;
}

export function readSamlRequest(address: string): SamlRequest {
  const packed = new URL(address).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(packed, 'base64')).toString();
  const value = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: value(/ ID="([^"]*)"/),
    issuer: value(/<saml:Issuer[^>]*>([^<]*)</),
    consumer: value(/AssertionConsumerServiceURL="([^"]*)"/),
  };
}

/** What a response says. Texts go into the XML as they are, so that tests can send anything. */
export interface Statements {
  /** Of the clock of the portal. */
  now: number;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  inResponseTo: string;
  nameId: string;
  nameIdFormat: string;
  attributes: Readonly<Record<string, readonly string[]>>;
  /** Seconds from now. */
  from: number;
  until: number;
  status: string;
  assertionId: string;
  /** When the person signed in, in seconds from now; null: the assertion does not say it. */
  signedIn: number | null;
}

const formats = 'urn:oasis:names:tc:SAML:2.0:nameid-format';
export const transient = `${formats}:transient`;

/** The usual response to a request. */
export function answerTo(
  { id, issuer: audience, consumer }: SamlRequest,
  now: number,
  issuer: string,
): Statements {
  return {
    now,
    issuer,
    audience,
    recipient: consumer,
    destination: consumer,
    inResponseTo: id,
    nameId: 'a1b2c3',
    nameIdFormat: `${formats}:persistent`,
    attributes: {},
    from: -5,
    until: 300,
    status: 'Success',
    assertionId: `_${randomBytes(16).toString('hex')}`,
    signedIn: 0,
  };
}

export function assertionXml(statements: Statements): string {
  const at = (seconds: number) => new Date(statements.now + seconds * 1000).toISOString();
  const instant = statements.signedIn === null ? '' : ` AuthnInstant="${at(statements.signedIn)}"`;
  const attributes = Object.entries(statements.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${name}">${values.map((value) => `<saml:AttributeValue>${value}</saml:AttributeValue>`).join('')}</saml:Attribute>`,
  );
  return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${statements.assertionId}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${statements.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${statements.nameIdFormat}">${statements.nameId}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(statements.until)}" Recipient="${statements.recipient}" InResponseTo="${statements.inResponseTo}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(statements.from)}" NotOnOrAfter="${at(statements.until)}"><saml:AudienceRestriction><saml:Audience>${statements.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement${instant}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : ''}</saml:Assertion>`;
}

/** A response around a content: an assertion, an encrypted one, or anything. */
export function responseXml(statements: Statements, content: string): string {
  const reply = statements.inResponseTo === '' ? '' : ` InResponseTo="${statements.inResponseTo}"`;
  return `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_r${statements.assertionId}" Version="2.0" IssueInstant="${new Date(statements.now).toISOString()}" Destination="${statements.destination}"${reply}><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${statements.issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${statements.status}"/></samlp:Status>${content}</samlp:Response>`;
}

export interface Signing {
  key?: 'provider' | 'other';
  hash?: 'sha1' | 'sha256';
}

/** Signs an element of a document by its local name, with the certificate in the signature as providers send it. */
export function sign(
  xml: string,
  element: 'Assertion' | 'Response',
  { key = 'provider', hash = 'sha256' }: Signing = {},
): string {
  const [rsa, digest] =
    hash === 'sha1'
      ? ['http://www.w3.org/2000/09/xmldsig#rsa-sha1', 'http://www.w3.org/2000/09/xmldsig#sha1']
      : ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2001/04/xmlenc#sha256'];
  const signed = new SignedXml({
    privateKey: pem(`${key}.key`),
    publicCert: pem(`${key}.cert`),
    signatureAlgorithm: rsa,
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  });
  const xpath = `//*[local-name(.)='${element}']`;
  signed.addReference({
    xpath,
    digestAlgorithm: digest,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
  });
  const issuer = `${xpath}/*[local-name(.)='Issuer']`;
  signed.computeSignature(xml, { prefix: 'ds', location: { reference: issuer, action: 'after' } });
  return signed.getSignedXml();
}

/** A signed assertion, encrypted for the portal's certificate. */
export async function encryptAssertion(
  assertion: string,
  algorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm' | 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
): Promise<string> {
  const sealed = await promisify(encrypt)(assertion, {
    rsa_pub: pem('portal.cert'),
    pem: pem('portal.cert'),
    encryptionAlgorithm: algorithm,
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${sealed}</saml:EncryptedAssertion>`;
}

/** Metadata of the provider, with these certificates. */
export function identityMetadata(issuer: string, signInUrl: string, certificates: readonly string[]): string {
  const keys = certificates.map(
    (certificate) =>
      `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${certificate.replaceAll(/-----[^-]+-----/g, '')}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
  );
  return `<?xml version="1.0"?><!-- made by hand --><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" WantAuthnRequestsSigned="true">${keys.join('')}<md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signInUrl}/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signInUrl}"/></md:IDPSSODescriptor></md:EntityDescriptor>`;
}
