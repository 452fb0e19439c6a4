import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { inTurn } from '../../../platform/budgets/in-turn.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { parseJsonBody } from '../../../platform/http/json-body.ts';
import { type Parameter, wholeNumberOf } from '../../../platform/http/query-parameters.ts';
import { limits } from '../../../limits.ts';
import type { PresentedToken } from '../../../platform/membership/identify.ts';
import type { RequireAdministrator } from '../../../platform/membership/require-administrator.ts';
import type { ConfigCache } from '../config-cache.ts';
import { logoUpload } from '../logo/upload-logo.ts';
import { checkPortalChange, type PortalChangeOptions } from './check-portal-change.ts';
import { type OnReplaced, readConfig, replaceConfig, requireTag } from './replace-config.ts';
import { currentConfig, getRevision, listRevisions } from './revisions.ts';

type Of<More = unknown> = { Params: { org: string } & More };

interface ConfigAdministrationOptions extends PortalChangeOptions {
  database: Database;
  configs: ConfigCache;
  requireAdministrator: RequireAdministrator;
  onReplaced?: OnReplaced;
}

/** `/api/{org}/administration/…`: the configuration and its revisions, for administrators only. */
export async function configAdministrationRoutes(
  app: FastifyInstance,
  options: ConfigAdministrationOptions,
): Promise<void> {
  const { database, configs, requireAdministrator, onReplaced } = options;

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  await app.register(logoUpload, { database, requireAdministrator });

  const sendCurrent = async (reply: FastifyReply, organisation: string) => {
    const { saved, tag } = await currentConfig(database, organisation);
    return reply.header('etag', tag).send(saved);
  };

  const check = async (request: FastifyRequest<Of>, token: PresentedToken, after: AppConfig) => {
    const { org: organisation } = request.params;
    const { config: before } = (await currentConfig(database, organisation)).saved;
    return checkPortalChange(options, { organisation, before, after, token, headers: request.headers });
  };

  app.get<Of>('/:org/administration/config', async (request, reply) => {
    await requireAdministrator(request);
    return sendCurrent(reply, request.params.org);
  });

  app.put<Of>(
    '/:org/administration/config',
    {
      bodyLimit: limits.configBytes * 2,
      config: { largeJson: true, perMinute: limits.configWritesPerMinute },
    },
    async (request, reply) => {
      const { member, token } = await requireAdministrator(request, { recentSignIn: true });
      const { org } = request.params;
      // Each takes long for a large one.
      await inTurn();
      const body = parseJsonBody(request.body, limits.configValues);
      await inTurn();
      const config = readConfig(body);
      const tag = request.headers['if-match'];
      requireTag(tag);
      const portalOrgId = await check(request, token, config);
      const author = member.username;
      await replaceConfig(database, { organisation: org, author, tag, config, portalOrgId, onReplaced });
      configs.forget(org);
      return sendCurrent(reply, org);
    },
  );

  app.get<Of & { Querystring: { before?: Parameter } }>('/:org/administration/revisions', async (request) => {
    await requireAdministrator(request);
    return listRevisions(database, request.params.org, wholeNumberOf(request.query.before));
  });

  app.get<Of<{ revision: string }>>('/:org/administration/revisions/:revision', async (request) => {
    await requireAdministrator(request);
    return getRevision(database, request.params.org, request.params.revision);
  });

  app.post<Of<{ revision: string }>>(
    '/:org/administration/revisions/:revision/restore',
    { config: { perMinute: limits.configWritesPerMinute } },
    async (request, reply) => {
      const { member, token } = await requireAdministrator(request, { recentSignIn: true });
      const { org } = request.params;
      const { config, revision } = await getRevision(database, org, request.params.revision);
      const tag = request.headers['if-match'];
      requireTag(tag);
      const portalOrgId = await check(request, token, config);
      await replaceConfig(database, {
        organisation: org,
        author: member.username,
        tag,
        config,
        portalOrgId,
        restored: revision,
        onReplaced,
      });
      configs.forget(org);
      return sendCurrent(reply, org);
    },
  );
}
