import { promisify } from 'node:util';
import { decrypt } from 'xml-encryption';
import type { SamlProvider } from '../provider-store.ts';
import { namespaces, RefusedResponse, samlLimits } from './names.ts';
import { childrenOf, type Element, everyElement, onlyChild, readXml, writeXml } from './read-xml.ts';

/** A response with the one assertion that it may have, in plain text, before any signature is verified. */
export interface ReadResponse {
  xml: string;
  /** What has a signature: the assertion, the response around it too, or only the response, where the settings allow that. */
  signed: 'assertion' | 'both' | 'response';
  /** The request that it answers. */
  inResponseTo: string;
  /** Those of the provider's certificates that its signatures may be by. */
  certificates: readonly string[];
}

const { protocol, assertion, xmldsig, encryption } = namespaces;
const status = 'urn:oasis:names:tc:SAML:2.0:status';

const messageLimits = {
  characters: samlLimits.characters,
  elements: samlLimits.elements,
  depth: samlLimits.depth,
};

/** Algorithms of signatures: no SHA-1, no HMAC, and no transformation that could change or skip content. */
const algorithms: Readonly<Record<string, RegExp>> = {
  CanonicalizationMethod: /^http:\/\/www\.w3\.org\/2001\/10\/xml-exc-c14n#$/,
  Transform: /^http:\/\/www\.w3\.org\/(2000\/09\/xmldsig#enveloped-signature|2001\/10\/xml-exc-c14n#)$/,
  SignatureMethod: /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(256|384|512)$/,
  DigestMethod: /^http:\/\/www\.w3\.org\/2001\/04\/(xmlenc#sha(256|512)|xmldsig-more#sha384)$/,
};

/**
 * Checks the form of a response (SAML 2.0 HTTP-POST binding) before its signature: what a message may not contain cannot mislead
 * the verification.
 * @throws RefusedResponse
 */
export async function readResponse(
  encoded: string,
  place: { consumer: string; provider: SamlProvider; key: string | undefined },
): Promise<ReadResponse> {
  const xml = decode(encoded);
  const root = parse(xml);
  if (root.name !== 'Response' || root.namespace !== protocol || root.attributes['Version'] !== '2.0')
    throw new RefusedResponse('malformed', 'This is not a response of SAML 2.0.');
  checkStatus(root);
  checkAddressees(root, place);
  const { InResponseTo: inResponseTo } = root.attributes;
  if (!inResponseTo)
    throw new RefusedResponse('unsolicited', 'The response answers no request: it has no InResponseTo.');
  checkStructure(root, ['Assertion', 'EncryptedAssertion']);
  const sealed = onlyChild(root, assertion, 'EncryptedAssertion');
  if (!sealed) {
    const signed = signedParts(root, place.provider);
    return { xml, signed, inResponseTo, certificates: namedCertificates(root, place.provider) };
  }
  // The assertion has a signature of its own, which is the one that counts.
  const opened = await open(sealed, place.key);
  const certificates = namedCertificates(opened.root, place.provider);
  return { xml: withAssertion(inResponseTo, opened.xml), signed: 'assertion', inResponseTo, certificates };
}

function decode(encoded: string): string {
  const text = encoded.replaceAll(/\s/g, '');
  if (text.length > Math.ceil((samlLimits.characters * 4) / 3) + 4)
    throw new RefusedResponse(
      'malformed',
      `The response is longer than ${samlLimits.characters} characters.`,
    );
  if (text === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(text))
    throw new RefusedResponse('malformed', 'SAMLResponse is not base64.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch (cause) {
    throw new RefusedResponse('malformed', 'The response is not text in UTF-8.', { cause });
  }
}

function parse(xml: string): Element {
  try {
    return readXml(xml, messageLimits);
  } catch (cause) {
    throw new RefusedResponse('malformed', `The response is not acceptable XML. ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** A provider's error. It may be unsigned, and only ends the sign-in. */
function checkStatus(response: Element): void {
  const code = onlyChild(onlyChild(response, protocol, 'Status'), protocol, 'StatusCode');
  const value = code?.attributes['Value'];
  if (value === `${status}:Success`) return;
  const detail = onlyChild(code, protocol, 'StatusCode')?.attributes['Value'];
  const cancelled = [`${status}:AuthnFailed`, `${status}:RequestDenied`].some(
    (each) => each === value || each === detail,
  );
  const named = [value, detail].filter(Boolean).join(', ').slice(0, 300);
  throw new RefusedResponse(
    cancelled ? 'cancelled' : 'provider-error',
    `The provider's status is ${named || 'missing'}.`,
  );
}

function checkAddressees(
  response: Element,
  { consumer, provider }: { consumer: string; provider: SamlProvider },
): void {
  const { Destination: destination } = response.attributes;
  if (destination !== undefined && destination !== consumer)
    throw new RefusedResponse('wrong-address', `The response is for ${destination.slice(0, 200)}.`);
  const issuers = childrenOf(response, assertion, 'Issuer');
  if (issuers.some(({ text }) => text.trim() !== provider.issuer))
    throw new RefusedResponse('wrong-issuer', 'The response is from another issuer.');
}

/**
 * One assertion, directly inside; unique ids; signatures only where SAML has them, of known algorithms and without objects of
 * their own. Forms of signature wrapping need one of the opposites.
 */
function checkStructure(root: Element, wanted: readonly string[]): void {
  const all = [...everyElement(root)];
  const assertions = all.filter(({ name }) => wanted.includes(name));
  const holder = assertions[0];
  const direct = holder === root || (holder !== undefined && root.children.includes(holder));
  if (!holder || assertions.length !== 1 || !direct || holder.namespace !== assertion)
    throw new RefusedResponse('structure', 'The response must have exactly one assertion, directly inside.');
  const ids = all.flatMap(({ attributes }) =>
    ['ID', 'Id', 'id', 'xml:id'].flatMap((name) => attributes[name] ?? []),
  );
  if (new Set(ids).size < ids.length)
    throw new RefusedResponse('structure', 'Several elements have the same ID.');
  const allowed = new Set([root, holder].flatMap(({ children }) => children.filter(isSignature)));
  const signatures = all.filter(isSignature);
  const placed = signatures.every((each) => allowed.has(each));
  if (!placed || [root, holder].some(({ children }) => children.filter(isSignature).length > 1))
    throw new RefusedResponse('structure', 'A signature is in an unexpected place.');
  for (const each of signatures) checkSignature(each);
}

const isSignature = ({ name }: Element) => name === 'Signature';

/** Which signatures must be verified. An assertion that has one needs it, whatever the settings allow. */
function signedParts(root: Element, { responseSigned }: SamlProvider): ReadResponse['signed'] {
  if (!root.children.some(isSignature)) return 'assertion';
  const own = onlyChild(root, assertion, 'Assertion')?.children.some(isSignature);
  return responseSigned && !own ? 'response' : 'both';
}

function checkSignature(element: Element): void {
  for (const { name, namespace, attributes } of everyElement(element)) {
    if (name === 'Object' || name === 'Manifest')
      throw new RefusedResponse('structure', 'A signature contains objects.');
    const known = algorithms[name];
    const { Algorithm: algorithm = '' } = attributes;
    if (known && (namespace !== xmldsig || !known.test(algorithm)))
      throw new RefusedResponse('algorithm', `The algorithm ${algorithm.slice(0, 100)} is not accepted.`);
  }
}

/**
 * Each certificate to try costs another canonical form of the document, so only stored ones that a signature names are tried; all
 * of them where signatures name none.
 */
function namedCertificates(root: Element, { certificates }: SamlProvider): readonly string[] {
  const named = [...everyElement(root)]
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === xmldsig)
    .map(({ text }) => text.replaceAll(/\s/g, ''));
  if (named.length === 0) return certificates;
  const known = certificates.filter((each) => named.includes(each.replaceAll(/-----[^-]+-----|\s/g, '')));
  if (known.length > 0) return known;
  throw new RefusedResponse(
    'signature',
    'The signature is by a certificate that is not in the settings. Add it if the provider has changed it.',
  );
}

/**
 * Decrypts an assertion. AES-GCM and RSA-OAEP only: with other algorithms, the difference between responses would reveal plain
 * text.
 */
async function open(sealed: Element, key: string | undefined): Promise<{ xml: string; root: Element }> {
  if (key === undefined)
    throw new RefusedResponse(
      'encrypted',
      'The assertion is encrypted, and this portal has no key. Add one in the settings, or turn encryption off at the provider.',
    );
  for (const { name, namespace, attributes } of everyElement(sealed)) {
    const { Algorithm: algorithm = '' } = attributes;
    if (name === 'EncryptionMethod' && (namespace !== encryption || !encryptions.has(algorithm)))
      throw new RefusedResponse(
        'algorithm',
        `The encryption ${algorithm.slice(0, 100)} is not accepted: the provider must use AES-GCM and RSA-OAEP.`,
      );
  }
  let xml: string;
  try {
    xml = await promisify(decrypt)(writeXml(sealed), { key });
  } catch (cause) {
    throw new RefusedResponse('encrypted', 'The assertion cannot be decrypted with the key of this portal.', {
      cause,
    });
  }
  const root = parse(xml);
  checkStructure(root, ['Assertion', 'EncryptedAssertion']);
  if (root.name !== 'Assertion')
    throw new RefusedResponse('structure', 'The encrypted content is not an assertion.');
  return { xml: xml.replace(/^\s*<\?xml[^>]*\?>/, ''), root };
}

const encryptions = new Set([
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
  'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  'http://www.w3.org/2009/xmlenc11#rsa-oaep',
]);

/** A decrypted assertion in a response without a signature. Its own signature covers all that is read. */
function withAssertion(inResponseTo: string, xml: string): string {
  const head = writeXml({
    name: 'Response',
    namespace: protocol,
    attributes: { ID: '_response', Version: '2.0', InResponseTo: inResponseTo },
    children: [],
    text: '',
  });
  return head.replace('</Response>', () => `${xml}</Response>`);
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
