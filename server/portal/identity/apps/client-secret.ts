import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { MappingError } from '../../../../wire/errors.ts';
import { addressGroup } from '../../../platform/budgets/address-group.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import type { PortalCall } from '../../operation.ts';
import { type App, lockApp } from '../app-store.ts';
import { hashOf, randomToken } from '../random-token.ts';
import { requestedMinutes } from '../sessions.ts';
import { waitText } from '../try-limiter-store.ts';
import { saveAppToken } from './app-token-store.ts';

const invalidSecret = (detail: string) =>
  new MappingError('portal:invalid-client-secret', 'Invalid client_secret.', {
    status: 400,
    faults: [{ path: 'client_secret', message: detail }],
  });

/**
 * Verifies the secret of an application. Attempts are counted for the application and the address.
 * @throws MappingError `portal:invalid-client-secret` (400), `portal:too-many-tries` (429)
 */
export async function checkSecret(
  { context, request, reply }: Pick<PortalCall, 'context' | 'request' | 'reply'>,
  app: App,
  secret: string | undefined,
): Promise<void> {
  if (secret === undefined) throw invalidSecret('This application must send its client_secret.');
  if (inAddress(request))
    throw invalidSecret('Send client_secret in the body of a POST request, not in the address.');
  // Not over all addresses: then anyone could block the application.
  const here = `app ${app.clientId} ${addressGroup(request.ip)}`;
  const seconds = await context.signInTries.take(here);
  if (seconds > 0) {
    void reply.header('retry-after', seconds);
    throw new MappingError('portal:too-many-tries', waitText(seconds), { status: 429 });
  }
  const given = Buffer.from(hashOf(secret));
  const stored = Buffer.from(app.secretHash ?? '');
  if (given.length !== stored.length || !timingSafeEqual(given, stored)) throw wrongSecret();
  await context.signInTries.clear(here);
}

const wrongSecret = () => invalidSecret('It is wrong, or was replaced by a new one.');

/**
 * In the transaction that stores a token of an application: its secret is the one that was verified, until the token is stored.
 * @throws MappingError `portal:invalid-client-secret` (400)
 */
export async function requireSameSecret(transaction: Database, { clientId, secretHash }: App): Promise<void> {
  if (!(await lockApp(transaction, clientId, secretHash))) throw wrongSecret();
}

function inAddress({ query }: FastifyRequest): boolean {
  return Object.keys(query as object).some((name) => name.toLowerCase() === 'client_secret');
}

/**
 * Issues the token of an application itself (RFC 6749, section 4.4). There is no refresh token: the secret gives another.
 * @param minutes requested lifetime
 */
export async function issueAppToken(
  { context }: Pick<PortalCall, 'context'>,
  app: App,
  minutes: number | undefined,
): Promise<object> {
  const now = context.now();
  const life = requestedMinutes(minutes);
  const token = randomToken();
  const stored = { tokenHash: hashOf(token), clientId: app.clientId, expiresAt: now + life * 60_000 };
  await inTransaction(context.database, async (transaction) => {
    await requireSameSecret(transaction, app);
    await saveAppToken(transaction, stored, now);
  });
  return { access_token: token, expires_in: life * 60 };
}
