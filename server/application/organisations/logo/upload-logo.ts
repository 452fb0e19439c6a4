import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../../limits.ts';
import { recordAct } from '../../../platform/audit/audit-store.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { RequireAdministrator } from '../../../platform/membership/require-administrator.ts';
import { savePicture } from '../organisation-store.ts';
import { prepareLogo } from './prepare-logo.ts';

interface LogoUploadOptions {
  database: Database;
  requireAdministrator: RequireAdministrator;
}

/**
 * `POST /api/{org}/administration/logo` with the picture as the body: stores it and returns its address, for
 * `portal.customLogo`. It is shown once a config with it is saved, and an earlier revision still finds its
 * own.
 */
export async function logoUpload(
  app: FastifyInstance,
  { database, requireAdministrator }: LogoUploadOptions,
): Promise<void> {
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post<{ Params: { org: string } }>(
    '/:org/administration/logo',
    { bodyLimit: limits.logoBytes, config: { perMinute: limits.logosPerMinute } },
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
