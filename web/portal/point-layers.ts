import { request } from '@esri/arcgis-rest-request';
import type { PortalConnection } from './portal-connection.ts';
import { portalError } from './portal-error.ts';

/** A layer of a feature service by its URL. */
export interface PointLayer {
  url: string;
  name: string;
}

interface ServiceAnswer {
  layers?: { id?: unknown; name?: unknown; geometryType?: unknown }[];
}

/**
 * The point layers of a feature service. The user's token is sent only to the portal's own server.
 * @throws MappingError `portal:*`
 */
export async function pointLayers(
  { url: portal, restUrl, session }: PortalConnection,
  service: string,
): Promise<PointLayer[]> {
  const root = service.replace(/\/+$/, '');
  const own = new URL(root).origin === new URL(portal).origin;
  const token = own ? await session.token() : '';
  try {
    const answer = (await request(root, {
      httpMethod: 'GET',
      authentication: { portal: restUrl, getToken: () => Promise.resolve(token) },
    })) as ServiceAnswer;
    return (answer.layers ?? [])
      .filter(({ geometryType }) => geometryType === 'esriGeometryPoint')
      .map(({ id, name }) => ({ url: `${root}/${Number(id)}`, name: String(name ?? id) }));
  } catch (cause) {
    throw portalError(cause);
  }
}
