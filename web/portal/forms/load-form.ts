import { MappingError } from '../../../wire/errors.ts';
import { translationsMember } from '../../../wire/map-translations.ts';
import { withoutFinalSlash } from '../../../wire/trim-end.ts';
import { loadItem, loadItemData } from '../item-details.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { needsSignIn } from '../portal-error.ts';
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
  item: Pick<PortalItem, 'id' | 'title' | 'snippet' | 'properties'>;
  layers: FormLayer[];
  /** Of the document of a web map: the translations of its texts, among which are those of its forms. */
  document?: { [translationsMember]: unknown };
}

/** Layers of an item that are described at most. */
const maxLayers = 20;

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
    loadItemData<ItemData>(connection, id, { signal }),
  ]);
  const found =
    item.type === 'Web Map' ? layersOfMap(data) : await layersOfService(connection, item, data, signal);
  const refusals: unknown[] = [];
  const described = await Promise.all(
    found.slice(0, maxLayers).map(async (one): Promise<FormLayer[]> => {
      try {
        const layer = await serviceRequest<LayerDescription>(connection, one.url, { signal });
        return [{ ...one, layer: { ...layer, fields: layer.fields ?? [] } }];
      } catch (error) {
        // A layer that is not for the user does not close the others.
        if (!needsSignIn(error)) throw error;
        refusals.push(error);
        return [];
      }
    }),
  );
  const layers = described.flat().filter(({ layer }) => mayAdd(layer));
  if (layers.length === 0)
    throw (
      refusals[0] ?? new MappingError('forms:closed', 'This layer isn’t open for reports.', { status: 403 })
    );
  const { title, snippet, properties } = item;
  const translations = data?.[translationsMember];
  return {
    item: { id: item.id, title, ...(snippet && { snippet }), ...(properties && { properties }) },
    layers,
    ...(translations !== undefined && { document: { [translationsMember]: translations } }),
  };
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
  [translationsMember]?: unknown;
}

type FoundLayer = Omit<FormLayer, 'layer'>;

function layersOfMap(data: ItemData | undefined): FoundLayer[] {
  const flat = (layers: readonly LayerData[] = []): LayerData[] =>
    layers.flatMap((layer) => [layer, ...flat(Array.isArray(layer.layers) ? layer.layers : [])]);
  return flat([...(data?.operationalLayers ?? []), ...(data?.tables ?? [])]).flatMap(
    ({ id, url, formInfo }) =>
      typeof url === 'string' && /\/FeatureServer\/\d+\/?$/i.test(url)
        ? [{ key: String(id), url: withoutFinalSlash(url), form: formInfo }]
        : [],
  );
}

async function layersOfService(
  connection: PortalConnection,
  { url, type }: PortalItem,
  data: ItemData | undefined,
  signal: AbortSignal | undefined,
): Promise<FoundLayer[]> {
  const service = withoutFinalSlash(url ?? '');
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
