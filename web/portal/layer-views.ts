import { withoutFinalSlash } from '../../wire/trim-end.ts';
import { deleteItems, updateItem } from './change-items.ts';
import { adminAddress, changeLayer } from './hosted-service.ts';
import { contentPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import { serviceRequest } from './service-request.ts';

/** What a view shows of a layer. */
export interface ViewContent {
  /** Names of the fields that it does not show. */
  hidden: readonly string[];
  /** Which features, as an SQL condition; empty: all of them. */
  where: string;
}

export interface NewView extends ViewContent {
  title: string;
  /** The owner of the view. */
  username: string;
  /** Address of the service, and the layer to show. */
  url: string;
  layer: { id: number; name: string; isTable: boolean };
}

/** Creates a view with one layer of a hosted service; only its owner sees it at first. @returns the id of its item */
export async function createView(
  connection: PortalConnection,
  { title, username, url, layer, hidden, where }: NewView,
): Promise<string> {
  const source = serviceNameOf(url);
  const createParameters = {
    name: `${title.replaceAll(/[^A-Za-z0-9_]+/g, '_').slice(0, 80)}_${Date.now().toString(36)}`,
    isView: true,
    sourceSchemaChangesAllowed: true,
    isUpdatableView: true,
    capabilities: 'Query',
  };
  const made = await portalRequest<{ itemId: string; serviceurl: string }>(
    connection,
    `${contentPath(username)}/createService`,
    {
      body: {
        isView: true,
        outputType: 'featureService',
        createParameters: JSON.stringify(createParameters),
      },
    },
  );
  try {
    const added = {
      id: layer.id,
      name: layer.name,
      adminLayerInfo: {
        viewLayerDefinition: {
          sourceServiceName: source,
          sourceLayerId: layer.id,
          sourceLayerFields: '*',
        },
      },
    };
    const response = await serviceRequest<Record<'layers' | 'tables', { id: number }[] | undefined>>(
      connection,
      `${adminAddress(made.serviceurl)}/addToDefinition`,
      {
        params: {
          addToDefinition: { layers: layer.isTable ? [] : [added], tables: layer.isTable ? [added] : [] },
        },
        post: true,
      },
    );
    const id = [...(response.layers ?? []), ...(response.tables ?? [])][0]?.id ?? 0;
    if (hidden.length > 0 || where !== '')
      await changeView(connection, { url: made.serviceurl, id }, { hidden, where, shown: [] });
    // Portals give the item the name of the service.
    await updateItem(connection, { id: made.itemId, owner: username }, { title });
    return made.itemId;
  } catch (error) {
    // Without its condition it would show all features.
    await deleteItems(connection, username, [{ id: made.itemId, owner: username }]).catch(() => {});
    throw error;
  }
}

/** Changes what a layer of a view shows. */
export async function changeView(
  connection: PortalConnection,
  layer: { url: string; id: number },
  { hidden, shown, where }: ViewContent & { shown: readonly string[] },
): Promise<void> {
  const field = (visible: boolean) => (name: string) => ({ name, visible });
  await changeLayer(connection, layer, 'updateDefinition', {
    viewDefinitionQuery: where,
    fields: [...shown.map(field(true)), ...hidden.map(field(false))],
  });
}

/** The number of features of a layer that meet a condition. */
export async function countFeatures(
  connection: PortalConnection,
  { url, id }: { url: string; id: number },
  where: string,
  signal: AbortSignal,
): Promise<number> {
  const { count } = await serviceRequest<{ count: number }>(
    connection,
    `${withoutFinalSlash(url)}/${id}/query`,
    {
      params: { where: where || '1=1', returnCountOnly: true },
      signal,
    },
  );
  return count;
}

/** The values that occur in a field of a layer, sorted; at most a hundred, none if the layer cannot list them. */
export async function distinctValues(
  connection: PortalConnection,
  { url, id }: { url: string; id: number },
  field: string,
): Promise<(string | number)[]> {
  const { features } = await serviceRequest<{ features: { attributes: Record<string, string | number> }[] }>(
    connection,
    `${withoutFinalSlash(url)}/${id}/query`,
    {
      params: {
        where: `${field} IS NOT NULL`,
        outFields: field,
        returnDistinctValues: true,
        returnGeometry: false,
        orderByFields: field,
        resultRecordCount: 100,
      },
    },
  ).catch(() => ({ features: [] }));
  return features.flatMap(({ attributes }) => attributes[field] ?? []);
}

/** A service whose features a view shows, as far as the user may see it. */
export interface ViewSource {
  name: string;
  serviceItemId?: string | null;
}

export async function loadSources(
  connection: PortalConnection,
  url: string,
  signal: AbortSignal,
): Promise<ViewSource[]> {
  const { services = [] } = await serviceRequest<{ services?: ViewSource[] }>(
    connection,
    `${withoutFinalSlash(url)}/sources`,
    { signal },
  );
  return services;
}

function serviceNameOf(url: string): string {
  return decodeURIComponent(/\/([^/]+)\/FeatureServer\/?$/i.exec(url)?.[1] ?? '');
}
