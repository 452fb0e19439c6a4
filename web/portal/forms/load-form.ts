import { MappingError } from '../../../wire/errors.ts';
import { loadItem } from '../item-details.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';
import type { PortalItem } from '../portal-types.ts';
import { serviceRequest } from '../service-request.ts';

/** A layer as its service describes it, as far as forms need it. */
export interface LayerDescription {
  name: string;
  capabilities?: string;
  geometryType?: string | null;
  hasAttachments?: boolean;
  supportsApplyEditsWithGlobalIds?: boolean;
  globalIdField?: string;
  objectIdField?: string;
  extent?: { spatialReference?: SpatialReference } | null;
  sourceSpatialReference?: SpatialReference | null;
  fields: {
    name: string;
    type: string;
    alias?: string;
    editable?: boolean;
    nullable?: boolean;
    length?: number;
    defaultValue?: unknown;
    domain?: { type: string } | null;
  }[];
}

interface SpatialReference {
  wkid?: number;
  latestWkid?: number;
}

/** A layer that reports are added to. */
export interface FormLayer {
  /** Identifies it within its item: the number in the service, or the layer's id in the web map. */
  key: string;
  url: string;
  /** The form (web map specification, `formInfo`), as its author wrote it. */
  form: unknown;
  layer: LayerDescription;
}

/** The layers of an item to which the user may add. */
export interface LoadedForm {
  item: Pick<PortalItem, 'id' | 'title' | 'snippet'>;
  layers: FormLayer[];
}

/** The largest number of layers of an item that are looked at. */
const most = 20;

/**
 * Loads the forms of a feature layer item, or of the layers of a web map.
 * @throws MappingError `portal:*`, `forms:closed` if the user may add to none of its layers
 */
export async function loadForm(
  connection: PortalConnection,
  id: string,
  signal?: AbortSignal,
): Promise<LoadedForm> {
  const [item, data] = await Promise.all([
    loadItem(connection, id, signal),
    portalRequest<ItemData | null>(connection, `content/items/${encodeURIComponent(id)}/data`, {
      signal,
    }).catch(
      // Layers without settings of their own have no data.
      () => null,
    ),
  ]);
  const found =
    item.type === 'Web Map' ? layersOfMap(data) : await layersOfService(connection, item, data, signal);
  const described = await Promise.all(
    found.slice(0, most).map(async (one): Promise<FormLayer | undefined> => {
      const layer = await serviceRequest<LayerDescription>(connection, one.url, { signal });
      return { ...one, layer: { ...layer, fields: layer.fields ?? [] } };
    }),
  );
  const layers = described.filter((one): one is FormLayer => one !== undefined && mayAdd(one.layer));
  if (layers.length === 0)
    throw new MappingError('forms:closed', 'This layer isn’t open for reports.', { status: 403 });
  const { title, snippet } = item;
  return { item: { id: item.id, title, ...(snippet && { snippet }) }, layers };
}

function mayAdd({ capabilities = '', globalIdField }: LayerDescription): boolean {
  return capabilities.split(',').includes('Create') && Boolean(globalIdField);
}

interface LayerData {
  id?: number | string;
  url?: string;
  formInfo?: unknown;
  layers?: LayerData[];
}

/** The data of a feature layer item (`layers`, `tables`), or of a web map (`operationalLayers`). */
interface ItemData {
  layers?: LayerData[];
  tables?: LayerData[];
  operationalLayers?: LayerData[];
}

type FoundLayer = Omit<FormLayer, 'layer'>;

function layersOfMap(data: ItemData | null): FoundLayer[] {
  const flat = (layers: readonly LayerData[] = []): LayerData[] =>
    layers.flatMap((layer) => [layer, ...flat(Array.isArray(layer.layers) ? layer.layers : [])]);
  return flat([...(data?.operationalLayers ?? []), ...(data?.tables ?? [])]).flatMap(
    ({ id, url, formInfo }) =>
      typeof url === 'string' && /\/FeatureServer\/\d+\/?$/i.test(url)
        ? [{ key: String(id), url: url.replace(/\/+$/, ''), form: formInfo }]
        : [],
  );
}

async function layersOfService(
  connection: PortalConnection,
  { url, type }: PortalItem,
  data: ItemData | null,
  signal: AbortSignal | undefined,
): Promise<FoundLayer[]> {
  const service = (url ?? '').replace(/\/+$/, '');
  if (type !== 'Feature Service' || !/^https?:\/\//.test(service))
    throw new MappingError('forms:no-layer', 'Forms are those of feature layers and web maps.', {
      status: 400,
    });
  const settings = [...(data?.layers ?? []), ...(data?.tables ?? [])];
  const formOf = (id: number) => settings.find((one) => Number(one.id) === id)?.formInfo;
  // The item of one layer of a service.
  const single = /\/FeatureServer\/(\d+)$/i.exec(service);
  if (single) return [{ key: single[1] ?? '0', url: service, form: formOf(Number(single[1])) }];
  const { layers = [], tables = [] } = await serviceRequest<{
    layers?: { id: number }[];
    tables?: { id: number }[];
  }>(connection, service, { signal });
  return [...layers, ...tables].map(({ id }) => ({
    key: String(id),
    url: `${service}/${id}`,
    form: formOf(id),
  }));
}
