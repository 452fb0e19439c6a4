import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { coded, type RefusalCode } from '../../../../../wire/refusals.ts';
import { invalidParameters } from '../../../../platform/arcgis/parameters.ts';
import { boolean, readOperation } from '../../../../platform/arcgis/schema.ts';
import type { PortalCall } from '../../../operation.ts';
import { requireVault } from '../../second-factor/check-code.ts';
import { mayBePlain } from '../openid-connect.ts';
import { claim, commonFields } from '../provider-settings.ts';
import { findProvider, type SamlProvider, secretOwner } from '../provider-store.ts';
import { hasExpired, isAcceptable, readCertificates } from './identity-metadata.ts';
import { samlLimits } from './names.ts';

const pem = z.string().trim().max(20_000).default('');

/** An empty `privateKey` keeps the stored one, if `ownCertificate` is the same. */
const schema = z.object({
  ...commonFields,
  issuer: z.string().trim().min(1, 'Enter the entity ID of the provider.').max(1024),
  signInUrl: z.url({ protocol: /^https?$/, error: 'Enter the sign-in address of the provider.' }).max(2000),
  certificates: z.string().trim().min(1, 'Enter a certificate of the provider, in PEM.').max(50_000),
  fullNameClaim: claim,
  emailClaim: claim,
  ownCertificate: pem,
  responseSigned: boolean.default(false),
  privateKey: pem,
});

/**
 * The settings of a SAML provider in a call, checked.
 * @throws MappingError `arcgis:invalid-parameter` (400)
 */
export async function readSamlProvider(call: PortalCall, orgId: string): Promise<SamlProvider> {
  const { privateKey, certificates, ownCertificate, defaultRole, ...given } = readOperation(
    schema,
    call.parameters,
  );
  const { context } = call;
  if (!given.signInUrl.startsWith('https:') && !mayBePlain(given.signInUrl, context.allowedPrivateHosts))
    throw invalid('signInUrl', 'The sign-in address must begin with https://.', 'sign-in-url-plain');
  const own = ownCertificate === '' ? null : readOwnCertificate(ownCertificate);
  const provider: SamlProvider = {
    ...given,
    kind: 'saml',
    orgId,
    certificates: checkCertificates(certificates, context.now()),
    defaultRole: defaultRole || null,
    ownCertificate: own && own.toString(),
    secret: null,
    modified: context.now(),
  };
  // Sealing and opening the state of a sign-in needs the vault, with or without a key of the portal.
  const vault = requireVault(context.vault);
  if (!own) return provider;
  if (privateKey !== '') {
    const key = checkKey(privateKey, own).export({ type: 'pkcs8', format: 'pem' });
    return { ...provider, secret: vault.seal(key.toString(), secretOwner(provider)) };
  }
  const stored = await findProvider(context.database, orgId);
  if (stored?.kind === 'saml' && stored.secret && stored.ownCertificate === provider.ownCertificate)
    return { ...provider, secret: stored.secret };
  throw invalid('privateKey', 'Enter the private key of the certificate, in PEM.', 'no-private-key');
}

function checkCertificates(text: string, now: number): string[] {
  const found = readCertificates(text);
  if (!found) throw invalid('certificates', 'This is not a certificate in PEM.', 'no-certificate');
  if (found.length > samlLimits.certificates)
    throw invalidParameters([
      {
        path: 'certificates',
        message: `At most ${samlLimits.certificates} certificates can be stored.`,
        ...coded('many-certificates', { most: samlLimits.certificates }),
      },
    ]);
  if (!found.every(isAcceptable))
    throw invalid(
      'certificates',
      'A certificate must have an RSA key of 2048 to 4096 bits.',
      'weak-certificate',
    );
  if (found.every((each) => hasExpired(each, now)))
    throw invalid(
      'certificates',
      'The certificate has expired. Enter the current one.',
      'expired-certificate',
    );
  return found.map(String);
}

function readOwnCertificate(text: string): X509Certificate {
  const [certificate, ...others] = readCertificates(text) ?? [];
  if (!certificate || others.length > 0 || !isAcceptable(certificate))
    throw invalid(
      'ownCertificate',
      'Enter one certificate in PEM with an RSA key of 2048 to 4096 bits.',
      'weak-certificate',
    );
  return certificate;
}

function checkKey(text: string, certificate: X509Certificate): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(text);
  } catch {
    // Another key, a password, or no key: the same advice applies.
  }
  if (!key || !certificate.checkPrivateKey(key))
    throw invalid(
      'privateKey',
      'This is not the private key of the certificate, in PEM and without a password.',
      'wrong-private-key',
    );
  return key;
}

type Plain = Extract<
  RefusalCode,
  | 'sign-in-url-plain'
  | 'no-private-key'
  | 'no-certificate'
  | 'weak-certificate'
  | 'expired-certificate'
  | 'wrong-private-key'
>;

function invalid(path: string, message: string, code: Plain) {
  return invalidParameters([{ path, message, ...coded(code, {}) }]);
}
