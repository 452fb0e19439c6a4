import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { MappingError } from '../../../../wire/errors.ts';
import { kindOf } from '../../../../wire/integrations/integration-config.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import { inTransaction } from '../../../platform/database/connect.ts';
import { readShape } from '../../../platform/http/json-body.ts';
import { limits } from '../../../limits.ts';
import {
  integrationOf,
  type IntegrationOptions,
  type OfIntegration,
  requireMember,
  requireVault,
} from '../call.ts';
import {
  changeCredentials,
  credentialTag,
  deleteCredentials,
  describeCredentials,
  lockCredentials,
  openCredentials,
} from './credential-store.ts';

/** What an administrator sees of credentials: which are set and by whom, never a value. */
export interface CredentialStatus {
  /** Fields that the type of the integration knows. */
  known: readonly string[];
  set: readonly string[];
  /** Who may use them: members' browsers, only this server, or none because the type needs none. */
  for: 'browser' | 'server' | 'none';
  updatedAt: number | undefined;
  updatedBy: string | undefined;
  /** When they were deleted because the kind or server they were entered for changed; null: not deleted. */
  droppedAt: number | null;
}

/**
 * `/api/{org}/integrations/{id}/credentials`: members read what their browser needs (GET); administrators set
 * them (PUT, null removes a field), remove them (DELETE) and see what is set (GET …/status). The ETag of a status, sent as
 * `If-Match`, refuses a change of credentials that someone else has changed since. Responses are not cached, and every read and
 * write adds an entry to the audit log.
 */
export async function credentialRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  const { database, lockConfig, requireAdministrator } = options;
  const path = '/:org/integrations/:id/credentials';
  const few = { config: { perMinute: limits.credentialReadsPerMinute } };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });

  app.get<OfIntegration>(path, few, async (request) => {
    const { member, config } = await requireMember(request, options);
    const { org, id } = request.params;
    const integration = config.integrations.find((one) => one.id === id && one.enabled);
    const forBrowser = integration && kindOf(integration.type).credentials.for === 'browser';
    const stored = forBrowser
      ? await openCredentials(database, requireVault(options), org, integration, lockConfig)
      : undefined;
    // The same message for unknown, unset and server-only credentials.
    if (!stored)
      throw new MappingError('integration:no-credentials', 'Credentials not found.', { status: 404 });
    await recordAct(database, {
      organisation: org,
      actor: member.username,
      act: 'integration.credentials-read',
      subject: id,
    });
    return { values: stored.values };
  });

  app.get<OfIntegration>(`${path}/status`, async (request, reply) => {
    const { config } = await requireAdministrator(request);
    return sendStatus(reply, config, request.params, options);
  });

  app.put<OfIntegration>(path, few, async (request, reply) => {
    const { member } = await requireAdministrator(request, { recentSignIn: true });
    const { org, id } = request.params;
    const config = await inTransaction(database, async (transaction) => {
      // They are sealed to the saved kind and host, not to those that a cached config still has.
      const saved = await lockConfig(transaction, org);
      const integration = integrationOf(saved, id);
      const changes = readChanges(request.body, kindOf(integration.type).credentials.fields);
      await changeCredentials(transaction, requireVault(options), {
        organisation: org,
        integration,
        changes,
        author: member.username,
        tag: request.headers['if-match'],
        now: Date.now(),
      });
      const detail = { fields: Object.keys(changes) };
      await recordAct(transaction, {
        organisation: org,
        actor: member.username,
        act: 'integration.credentials-set',
        subject: id,
        detail,
      });
      return saved;
    });
    return sendStatus(reply, config, request.params, options);
  });

  app.delete<OfIntegration>(path, few, async (request, reply) => {
    const { member } = await requireAdministrator(request, { recentSignIn: true });
    const { org, id } = request.params;
    await inTransaction(database, async (transaction) => {
      await lockCredentials(transaction, org, id, request.headers['if-match']);
      if (!(await deleteCredentials(transaction, org, id))) return;
      await recordAct(transaction, {
        organisation: org,
        actor: member.username,
        act: 'integration.credentials-removed',
        subject: id,
      });
    });
    return reply.status(204).send();
  });
}

async function sendStatus(
  reply: FastifyReply,
  config: Parameters<typeof integrationOf>[0],
  { org, id }: OfIntegration['Params'],
  { database }: IntegrationOptions,
): Promise<FastifyReply> {
  const { fields, for: whom } = kindOf(integrationOf(config, id).type).credentials;
  const stored = await describeCredentials(database, org, id);
  const status: CredentialStatus = {
    known: fields,
    set: stored?.fields ?? [],
    for: whom,
    updatedAt: stored?.updated_at,
    updatedBy: stored?.updated_by,
    droppedAt: stored?.dropped_at ?? null,
  };
  return reply.header('etag', credentialTag(stored)).send(status);
}

/** @throws MappingError `integration:invalid-credentials` (400); it lists names, never a value */
function readChanges(body: unknown, fields: readonly string[]): Record<string, string | null> {
  const schema = z.strictObject({
    values: z
      .record(z.string(), z.unknown())
      .refine(
        (values) => Object.keys(values).every((field) => fields.includes(field)),
        fields.length > 0 ? `Only ${fields.join(', ')} can be set here.` : 'This type has no credentials.',
      )
      // Only those that can be set are read one by one.
      .pipe(
        z.record(
          z.string(),
          z.string().min(1, 'Specify a value, or null to remove it.').max(4000).nullable(),
        ),
      ),
  });
  const invalid = { id: 'integration:invalid-credentials', message: 'Invalid credentials.' };
  return readShape(schema, body, invalid).values;
}
