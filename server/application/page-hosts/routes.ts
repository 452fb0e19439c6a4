import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isHostSource } from '../../../wire/map-hosts.ts';
import type { FindConfig } from '../../platform/membership/identify.ts';
import { limits } from '../../limits.ts';
import { readShape } from '../../platform/http/json-body.ts';
import { countForOrganisation } from '../../platform/budgets/requester.ts';
import { checkSameOrigin } from '../../platform/http/security-headers.ts';
import type { HostsCookie } from './hosts-cookie.ts';

/** All hosts that the browser opens, the newest first. */
const openedHostsSchema = z.object({ hosts: z.array(z.string().refine(isHostSource)).max(200) });

interface Options {
  cookie: HostsCookie;
  findConfig: FindConfig;
  now: () => number;
}

/**
 * `POST /api/{org}/page-hosts`: stores in this browser which hosts, besides those of the configuration, the pages of an organisation
 * may load from (docs/decisions/0017-pages-load-from-hosts-that-are-named.md). It replaces the list, and only pages of this server
 * may call it.
 */
export async function pageHostsRoute(
  app: FastifyInstance,
  { cookie, findConfig, now }: Options,
): Promise<void> {
  app.post<{ Params: { org: string } }>(
    '/:org/page-hosts',
    { config: { perMinute: limits.pageHostsPerMinute } },
    async (request, reply) => {
      checkSameOrigin(request);
      // Who sends it does not matter, whatever token it has.
      await countForOrganisation(undefined);
      const { org } = request.params;
      await findConfig(org);
      const { hosts } = readShape(openedHostsSchema, request.body, {
        id: 'page-hosts:invalid',
        message: 'Invalid hosts.',
      });
      cookie.write(reply, org, hosts, now());
      return reply.status(204).header('cache-control', 'no-store').send();
    },
  );
}
