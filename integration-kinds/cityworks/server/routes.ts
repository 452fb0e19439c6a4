import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { newRequestSchema } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import { recordAct } from '../../../server/platform/audit/audit-store.ts';
import { readShape } from '../../../server/platform/http/json-body.ts';
import { limits } from '../../../server/limits.ts';
import {
  integrationOf,
  type IntegrationOptions,
  type OfIntegration,
  requireMember,
  requireVault,
} from '../../../server/application/integrations/call.ts';
import { openCredentials } from '../../../server/application/integrations/credentials/credential-store.ts';
import { cityworksSession } from './session.ts';
import { checkTokenHost, siteAddress } from './site-address.ts';
import { createRequest, problems, workNear } from './work.ts';

/** Not `z.coerce`, which reads blank text as zero. */
const degrees = z
  .string()
  .regex(/^-?\d+(\.\d+)?(e-?\d+)?$/)
  .transform(Number);
const placeSchema = z.object({
  lat: degrees.pipe(z.number().min(-90).max(90)),
  lng: degrees.pipe(z.number().min(-180).max(180)),
});

/**
 * `/api/{org}/integrations/{id}/work|problems|requests`: Cityworks for members, called by this server on
 * their behalf.
 */
export async function cityworksRoutes(app: FastifyInstance, options: IntegrationOptions): Promise<void> {
  const few = { config: { perMinute: limits.workCallsPerMinute } };
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  const siteOf = async (request: FastifyRequest<OfIntegration>) => {
    const { member, token, config } = await requireMember(request, options);
    const { org, id } = request.params;
    const integration = integrationOf(config, id);
    const { type, config: own } = integration;
    const cityworks = type === 'cityworks' ? typeConfig('cityworks', own) : undefined;
    if (!cityworks?.server)
      throw new MappingError('integration:not-found', 'Integration not found.', { status: 404 });
    const stored = await openCredentials(
      options.database,
      requireVault(options),
      org,
      integration,
      options.lockConfig,
    );
    const { username = '', password = '' } = stored?.values ?? {};
    const { server, allowedPrivateHosts } = siteAddress(cityworks.server, {
      origin: options.origin(),
      allowedPrivateHosts: options.allowedPrivateHosts,
    });
    const gis = cityworks.login === 'gis-token';
    if (!gis && (!username || !password))
      throw new MappingError(
        'cityworks:no-credentials',
        'An administrator must enter the username and password for Cityworks.',
        { status: 503 },
      );
    if (gis) checkTokenHost(server, options.cityworksTokenHosts);
    const session = cityworksSession({
      server,
      username: gis ? member.username : username,
      password,
      ...(gis && {
        gis: { key: token.token, prove: () => options.proveIdentity(config, token, server) },
      }),
      allowedPrivateHosts,
    });
    return { member, org, id, site: { session, config: cityworks, project: options.project } };
  };

  app.get<OfIntegration & { Querystring: unknown }>('/:org/integrations/:id/work', few, async (request) => {
    const { site } = await siteOf(request);
    return workNear(site, readShape(placeSchema, request.query, invalid));
  });
  app.get<OfIntegration>('/:org/integrations/:id/problems', few, async (request) => {
    const { site } = await siteOf(request);
    return { problems: await problems(site) };
  });
  app.post<OfIntegration>('/:org/integrations/:id/requests', few, async (request, reply) => {
    const { site, member, org, id } = await siteOf(request);
    const created = await createRequest(
      site,
      readShape(newRequestSchema, request.body, invalid),
      member.username,
    );
    await recordAct(options.database, {
      organisation: org,
      actor: member.username,
      act: 'cityworks.request-created',
      subject: id,
      detail: { request: created },
    });
    return reply.status(201).send({ id: created });
  });
}

const invalid = { id: 'integration:invalid-input', message: 'Invalid request.' };
