import { z } from 'zod';
import { readOperation } from '../../../../platform/arcgis/schema.ts';
import { parseJson } from '../../../../platform/safety/json-shape.ts';
import { openText, sealText } from '../../../../platform/safety/vault.ts';
import { type PortalCall, type PortalContext, rawResponse } from '../../../operation.ts';
import { checkPortalId } from '../../../organisation/portal-organisations.ts';
import { recordSignIn } from '../../authenticate.ts';
import { requireVault } from '../../second-factor/check-code.ts';
import { decisiveValue } from '../admit-user.ts';
import { findProvider, type Identified, type SamlProvider, useResponse } from '../provider-store.ts';
import { redirectAddress } from '../provider-settings.ts';
import { RefusedResponse, samlLimits } from './names.ts';
import { consumerAddress, entityId, ownKey, requestIdOf, serviceMetadata } from './service-provider.ts';

/** A verified response on its way through the browser: from the provider's form to the page that reads the cookie. */
const responseSchema = z.object({
  requestId: z.string(),
  assertionId: z.string(),
  signedIn: z.number().optional(),
  person: z.object({
    subject: z.string(),
    username: z.string(),
    fullName: z.string(),
    email: z.string(),
    roleValues: z.array(z.string()),
  }),
});
type SamlResponse = z.infer<typeof responseSchema>;

const schema = z.object({ SAMLResponse: z.string().default('') });

/**
 * `oauth2/saml/signin`: the assertion consumer service, to which the provider's page sends its response by a form. Browsers send
 * no `lax` cookie along with a form of another site, so the verified response is sealed and goes on to
 * `oauth2/provider/callback` by a redirect, which has the cookie.
 */
export async function consumeResponse(call: PortalCall): Promise<typeof rawResponse> {
  const { context } = call;
  const { SAMLResponse: encoded } = readOperation(schema, call.parameters);
  const provider = await findProvider(context.database, context.portal.id);
  let query: Record<string, string>;
  try {
    if (provider?.kind !== 'saml')
      throw new RefusedResponse('wrong-address', 'This organisation has no SAML provider.');
    const response = await readResponse(context, provider, encoded);
    query = { answer: sealText(requireVault(context.vault), JSON.stringify(response), sealOwner(provider)) };
  } catch (error) {
    if (!(error instanceof RefusedResponse)) throw error;
    call.request.log.warn(
      { err: error, problem: error.problem },
      'A response of an identity provider was refused',
    );
    if (provider && error.problem !== 'cancelled')
      await recordSignIn(context, 'sign-in-failed', {
        account: undefined,
        address: call.request.ip,
        reason: error.problem,
      });
    query = { error: pageOf[error.problem] ?? 'refused' };
  }
  const location = `${redirectAddress(context)}?${new URLSearchParams(query).toString()}`;
  void call.reply.status(303).header('cache-control', 'no-store').header('location', location).send();
  return rawResponse;
}

/** Problems with a page of their own. */
const pageOf: Partial<Record<RefusedResponse['problem'], string>> = {
  cancelled: 'access_denied',
  unsolicited: 'unsolicited',
};

async function readResponse(
  context: PortalContext,
  provider: SamlProvider,
  encoded: string,
): Promise<SamlResponse> {
  const read = await context.saml.read({
    encoded,
    provider: { ...provider, secret: null },
    key: ownKey(context.vault, provider),
    entityId: entityId(context),
    consumer: consumerAddress(context),
    now: context.now(),
  });
  if ('problem' in read) throw new RefusedResponse(read.problem, read.message);
  const { id, person, requestId, signedIn } = read;
  const decisive = decisiveValue(provider, person.roleValues);
  const short = (text: string) => text.slice(0, samlLimits.nameCharacters);
  return {
    requestId,
    assertionId: id,
    signedIn,
    person: {
      subject: person.subject,
      username: short(person.username),
      fullName: short(person.fullName),
      email: short(person.email),
      roleValues: decisive === undefined ? [] : [decisive],
    },
  };
}

/**
 * The person in a sealed response, for the sign-in that asked for it, once. With `since` they must have signed in after that: the
 * browser can remove `ForceAuthn` from the request.
 * @throws RefusedResponse
 */
export async function acceptResponse(
  { database, vault, now }: PortalContext,
  provider: SamlProvider,
  sealed: string,
  pending: { expected: { state: string }; until: number; since: number | undefined },
): Promise<Identified> {
  const opened = openText(requireVault(vault), sealed, sealOwner(provider));
  const response = responseSchema.safeParse(opened === undefined ? undefined : parseJson(opened));
  if (!response.success) throw new RefusedResponse('malformed', 'The response is not one of this portal.');
  const { requestId, assertionId, person, signedIn } = response.data;
  if (requestId !== requestIdOf(pending.expected))
    throw new RefusedResponse('request', 'This response belongs to a sign-in in another browser.');
  const use = { orgId: provider.orgId, requestId, assertionId };
  if (!(await useResponse(database, use, { until: pending.until, now: now() })))
    throw new RefusedResponse('replayed', 'The response has been used before.');
  if (pending.since !== undefined && signedIn === undefined)
    throw new RefusedResponse(
      'no-sign-in-time',
      'The assertion does not say when the person signed in. At the provider, have AuthnInstant sent in UTC.',
    );
  if (pending.since !== undefined && (signedIn ?? 0) < pending.since - samlLimits.skewSeconds * 1000)
    throw new RefusedResponse(
      'expired',
      'The person did not sign in again: AuthnInstant is before the question.',
    );
  return { ...person, signedIn };
}

/** Changed settings end what was sealed with the earlier ones. */
function sealOwner({ orgId, issuer, modified }: SamlProvider): string {
  return JSON.stringify(['saml-answer', orgId, issuer, modified]);
}

/** `portals/{id}/sp/metadata`: what a SAML provider needs to know about this portal. */
export async function getServiceMetadata(call: PortalCall): Promise<typeof rawResponse> {
  checkPortalId(call);
  const { context } = call;
  const provider = await findProvider(context.database, context.portal.id);
  const metadata = serviceMetadata(context, provider?.kind === 'saml' ? provider : undefined, context.vault);
  void call.reply.type('application/samlmetadata+xml').header('cache-control', 'no-cache').send(metadata);
  return rawResponse;
}
