import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
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
 * @throws MappingError `page-hosts:closed` (403) where pages load from the hosts of the configuration only
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
      const { map } = await findConfig(org);
      const { hosts } = readShape(openedHostsSchema, request.body, {
        id: 'page-hosts:invalid',
        message: 'Invalid hosts.',
      });
      if (!map.hostsOfMaps) throw closed();
      cookie.write(reply, org, hosts, now());
      return reply.status(204).header('cache-control', 'no-store').send();
    },
  );
}

function closed(): MappingError {
  const message = 'Pages of this organisation load only from the servers of its configuration.';
  return new MappingError('page-hosts:closed', message, { status: 403 });
}
