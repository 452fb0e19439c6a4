import type { FastifyInstance } from 'fastify';
import { respondWithPages } from '../../platform/http/responses/page-responses.ts';
import { crumbsOf } from './crumbs.ts';
import { directoryPage } from './pages.ts';
import { featuresOnPage, isQuery } from './query-page.ts';

/** Files, which are sent as they are. */
const files = /\/(attachments\/:|images\/|resources\/|tile\/)/;

/** Parameters that say which features are meant; a query without any of them only shows its form. */
const selecting = ['where', 'objectids', 'uniqueids', 'geometry', 'time', 'fulltext', 'outstatistics'];

/** Pages of every description and result below `/server[/{org}]/rest/services` that is JSON. */
export function servicesDirectory(app: FastifyInstance): void {
  respondWithPages(app, {
    hasPages: (url) => /\/rest\/services(\/|$)/.test(url) && !files.test(url),
    defaults: (url, given) => (isQuery(url) ? queryDefaults(given) : {}),
    page: directoryPage,
    crumbs: crumbsOf,
  });
}

/** A page shows few features, and none before the form was sent. */
function queryDefaults(given: ReadonlyMap<string, string>): Record<string, string> {
  const count = Number(given.get('resultrecordcount') ?? featuresOnPage);
  const asks = selecting.some((name) => given.has(name));
  return {
    ...(!asks && { where: '1=0' }),
    ...(!given.has('outfields') && { outfields: '*' }),
    ...(!given.has('returngeometry') && { returngeometry: 'false' }),
    ...(!given.has('outstatistics') && {
      resultrecordcount: String(count > 0 ? Math.min(count, featuresOnPage) : featuresOnPage),
    }),
  };
}
