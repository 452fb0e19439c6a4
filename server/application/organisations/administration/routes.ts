import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ConfigRevisions, SavedConfig } from '../../../../wire/administration.ts';
import type { AppConfig } from '../../../../wire/app-config.ts';
import { configDifference } from '../../../../wire/config-difference.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { parseJsonBody } from '../../../platform/http/json-body.ts';
import { limits } from '../../../limits.ts';
import type { PresentedToken } from '../../../platform/membership/identify.ts';
import type { RequireAdministrator } from '../../../platform/membership/require-administrator.ts';
import { type ConfigCache, revisionTag, unknownOrganisation } from '../config-cache.ts';
import { prepareLogo } from '../logo/prepare-logo.ts';
import { findConfig, findSavedRevision, listSavedRevisions, savePicture } from '../organisation-store.ts';
import { checkPortalChange, type PortalChangeOptions } from './check-portal-change.ts';
import { type OnReplaced, readConfig, readSaved, replaceConfig, requireTag } from './replace-config.ts';

type Of<More = unknown> = { Params: { org: string } & More };

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
    await checkPortalChange(options, { organisation, before, after, token, headers: request.headers });
  };

  app.get<Of>('/:org/administration/config', async (request, reply) => {
    await requireAdministrator(request);
    return sendCurrent(reply, request.params.org);
  });

  app.put<Of>(
    '/:org/administration/config',
    { bodyLimit: limits.configBytes * 2, config: { largeJson: true } },
    async (request, reply) => {
      const { member, token } = await requireAdministrator(request);
      const { org } = request.params;
      const config = readConfig(parseJsonBody(request.body));
      const tag = request.headers['if-match'];
      requireTag(tag);
      await check(request, token, config);
      await replaceConfig(database, { organisation: org, author: member.username, tag, config, onReplaced });
      configs.forget(org);
      return sendCurrent(reply, org);
    },
  );

  app.get<Of & { Querystring: { before?: string } }>('/:org/administration/revisions', async (request) => {
    await requireAdministrator(request);
    const before = Number(request.query.before);
    return listRevisions(database, request.params.org, before > 0 ? Math.trunc(before) : undefined);
  });

  app.get<Of<{ revision: string }>>('/:org/administration/revisions/:revision', async (request) => {
    await requireAdministrator(request);
    return getRevision(database, request.params.org, Number(request.params.revision));
  });

  app.post<Of<{ revision: string }>>(
    '/:org/administration/revisions/:revision/restore',
    async (request, reply) => {
      const { member, token } = await requireAdministrator(request);
      const { org } = request.params;
      const { config, revision } = await getRevision(database, org, Number(request.params.revision));
      const tag = request.headers['if-match'];
      requireTag(tag);
      await check(request, token, config);
      await replaceConfig(database, {
        organisation: org,
        author: member.username,
        tag,
        config,
        restored: revision,
        onReplaced,
      });
      configs.forget(org);
      return sendCurrent(reply, org);
    },
  );
}

const pageSize = 20;

/** The current config, read from the database, because edits start from the latest one. */
async function currentConfig(database: Database, name: string): Promise<{ saved: SavedConfig; tag: string }> {
  const row = await findConfig(database, name);
  if (!row) throw unknownOrganisation(name);
  return { saved: present(row), tag: revisionTag(name, row) };
}

/** One revision, unchanged. @throws MappingError `config:no-revision` (404) */
export async function getRevision(database: Database, name: string, revision: number): Promise<SavedConfig> {
  const row = Number.isInteger(revision) && (await findSavedRevision(database, name, revision));
  if (!row) {
    throw new MappingError('config:no-revision', `There is no revision ${revision}.`, { status: 404 });
  }
  return present(row);
}

/** Revisions with the changes of each, newest first. */
export async function listRevisions(
  database: Database,
  name: string,
  before: number | undefined,
): Promise<ConfigRevisions> {
  const { saved } = await currentConfig(database, name);
  // One more than shown, to compare the oldest on the page with its predecessor.
  const rows = await listSavedRevisions(database, name, { before, atMost: pageSize + 1 });
  const shown = rows.slice(0, pageSize).map((row, index) => ({
    revision: row.revision,
    author: row.author,
    savedAt: row.saved_at.getTime(),
    changes: configDifference(readSaved(rows[index + 1]?.config ?? {}), readSaved(row.config)),
  }));
  const last = shown.at(-1);
  return {
    current: saved.revision,
    revisions: shown,
    ...(rows.length > pageSize && last && { next: last.revision }),
  };
}

function present(row: { config: unknown; revision: number; author: string; saved_at: Date }): SavedConfig {
  return {
    config: readSaved(row.config),
    revision: row.revision,
    author: row.author,
    savedAt: row.saved_at.getTime(),
  };
}

/**
 * `POST /api/{org}/administration/logo` with the picture as the body: stores it and returns its address, for
 * `portal.customLogo`. It is shown once a config with it is saved, and an earlier revision still finds its
 * own.
 */
async function logoUpload(
  app: FastifyInstance,
  options: Pick<ConfigAdministrationOptions, 'database' | 'requireAdministrator'>,
): Promise<void> {
  const { database, requireAdministrator } = options;
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<{ Params: { org: string } }>(
    '/:org/administration/logo',
    { bodyLimit: limits.logoBytes },
    async (request, reply) => {
      const { member } = await requireAdministrator(request);
      const { org } = request.params;
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { contentType, bytes } = await prepareLogo(body);
      const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      await database.transaction().execute(async (transaction) => {
        await savePicture(transaction, {
          organisation: org,
          hash,
          content_type: contentType,
          bytes,
          created_at: Date.now(),
        });
        await recordAct(transaction, {
          organisation: org,
          actor: member.username,
          act: 'logo.uploaded',
          subject: hash,
        });
      });
      return reply.status(201).send({ url: `/api/${org}/pictures/${hash}` });
    },
  );
}

interface ConfigAdministrationOptions extends PortalChangeOptions {
  database: Database;
  configs: ConfigCache;
  requireAdministrator: RequireAdministrator;
  onReplaced?: OnReplaced;
}
