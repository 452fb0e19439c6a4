import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { RefusedResponse } from './names.ts';
import { messageOf, type ReadResponse } from './read-response.ts';

/**
 * Verifies the signature of the assertion in a response, and of the response if it has one. The signature of a response covers it
 * as a whole: the library returns the assertion out of the signed text, which has no other one (`readResponse`).
 * @returns the signed assertion alone, as it was signed
 * @throws RefusedResponse
 */
export async function verifiedAssertion(
  { xml, signed, certificates }: ReadResponse,
  { entityId, consumer }: { entityId: string; consumer: string },
): Promise<string> {
  const saml = new SAML({
    issuer: entityId,
    callbackUrl: consumer,
    idpCert: [...certificates],
    wantAssertionsSigned: signed !== 'response',
    wantAuthnResponseSigned: signed !== 'assertion',
    // `readAssertion` checks the audience, times and request, by this server's clock and the browser's cookie.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const encoded = Buffer.from(xml).toString('base64');
  try {
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
    const verified = profile?.getAssertionXml?.();
    if (verified !== undefined) return verified;
  } catch (cause) {
    throw new RefusedResponse('signature', `The signature is not accepted: ${messageOf(cause)}`, { cause });
  }
  throw new RefusedResponse('signature', 'The response has no signed assertion.');
}
