import { X509Certificate } from 'node:crypto';
import type { Fault } from '../../../../../wire/errors.ts';
import { coded } from '../../../../../wire/refusals.ts';
import { namespaces, samlLimits } from './names.ts';
import { childrenOf, type Element, everyElement, readXml } from './read-xml.ts';

const { metadata: md, xmldsig } = namespaces;
const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** What an identity provider's metadata says. */
export interface IdentityMetadata {
  /** Its entity ID. */
  issuer: string;
  signInUrl: string;
  /** In PEM, without those that have expired. */
  certificates: string[];
  wantsSignedRequests: boolean;
}

/**
 * Reads the metadata of one identity provider. Its signature is not verified: it comes from the administrator, or from an address
 * that they chose.
 */
export function readIdentityMetadata(xml: string, now: number): IdentityMetadata | Fault {
  let root: Element;
  try {
    root = readXml(xml.replace(/^\uFEFF/, '').trim(), {
      characters: samlLimits.metadataCharacters,
      elements: samlLimits.metadataElements,
      depth: samlLimits.depth,
      comments: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return fault('no-metadata', `This is not acceptable XML. ${reason}`, { reason });
  }
  const providers = [...everyElement(root)]
    .filter(({ name, namespace }) => name === 'EntityDescriptor' && namespace === md)
    .flatMap((entity) => {
      const role = childrenOf(entity, md, 'IDPSSODescriptor')[0];
      return role ? [{ entity, role }] : [];
    });
  const [found] = providers;
  if (!found || providers.length > 1) {
    const reason = found ? 'It describes several providers.' : 'It describes no identity provider.';
    return fault('no-metadata', `Enter the SAML 2.0 metadata of one identity provider. ${reason}`, {
      reason,
    });
  }
  const { entity, role } = found;
  const services = childrenOf(role, md, 'SingleSignOnService');
  const signInUrl = services.find(({ attributes }) => attributes['Binding'] === redirect)?.attributes[
    'Location'
  ];
  if (signInUrl === undefined)
    return fault(
      'no-redirect-binding',
      'The provider has no sign-in address for the HTTP-Redirect binding.',
      {},
    );
  const certificates = certificatesOf(role).filter((certificate) => !hasExpired(certificate, now));
  return {
    issuer: entity.attributes['entityID'] ?? '',
    signInUrl,
    certificates: [...new Set(certificates.map(String))].slice(0, samlLimits.certificates),
    wantsSignedRequests: /^(true|1)$/.test(role.attributes['WantAuthnRequestsSigned'] ?? ''),
  };
}

function certificatesOf(role: Element): X509Certificate[] {
  const keys = childrenOf(role, md, 'KeyDescriptor').filter(
    ({ attributes }) => (attributes['use'] ?? 'signing') === 'signing',
  );
  const texts = keys
    .flatMap((key) => [...everyElement(key)])
    .filter(({ name, namespace }) => name === 'X509Certificate' && namespace === xmldsig)
    .map(({ text }) => text);
  return [...new Set(texts)]
    .slice(0, samlLimits.metadataCertificates)
    .flatMap((text) => parseCertificate(Buffer.from(text, 'base64')) ?? []);
}

function parseCertificate(content: string | Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(content);
  } catch {
    return undefined;
  }
}

export function hasExpired({ validToDate }: X509Certificate, now: number): boolean {
  return validToDate.getTime() <= now;
}

/** The certificates in a text: blocks in PEM, or one in base64 without its frame. */
export function readCertificates(text: string): X509Certificate[] | undefined {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  const read = blocks?.map(parseCertificate) ?? [parseCertificate(Buffer.from(text, 'base64'))];
  return read.every((each) => each !== undefined) ? read : undefined;
}

/**
 * Whether a key may sign: RSA, the kind that SAML providers have, of at least 2048 bits. Signing with one of 16,384 bits takes a
 * hundred times as long as with one of 4096, at each sign-in.
 */
export function isAcceptable({ publicKey }: X509Certificate): boolean {
  const { modulusLength = 0 } = publicKey.asymmetricKeyDetails ?? {};
  return publicKey.asymmetricKeyType === 'rsa' && modulusLength >= 2048 && modulusLength <= 4096;
}

function fault<Code extends 'no-metadata' | 'no-redirect-binding'>(
  code: Code,
  message: string,
  values: Parameters<typeof coded<Code>>[1],
): Fault {
  return { path: 'metadata', message, ...coded(code, values) };
}
