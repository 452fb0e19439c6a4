import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { installationOrgId } from '../../platform/database/migrate.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { ServiceTables } from '../../platform/database/tables/services.ts';
import type { EsriGeometryType } from '../geometry/geometry.ts';
import type { HostedLayer, HostedService, LayerDefaults, LayerDefinition } from '../layer/layer.ts';
import { restrictLayer } from '../layer/view.ts';
import { measureView } from './view-extent-store.ts';

type ServiceRow = Selectable<ServiceTables['hosted_service']>;
type LayerRow = Omit<Selectable<ServiceTables['hosted_layer']>, 'next_objectid' | 'next_attachment_id'> & {
  version: string;
};

/**
 * Scope of a name: an organisation's address, an organisation's id, or the root address with the
 * installation's own services and those from before organisations had addresses.
 */
export type ServiceScope = { urlKey: string } | { orgId: string } | 'root';

/** The scope of an address with or without an organisation's segment. */
export function scopeOf(urlKey: string | undefined): ServiceScope {
  return urlKey === undefined ? 'root' : { urlKey };
}

/** The condition on hosted_service for this scope. */
export function inScope(scope: ServiceScope): RawBuilder<SqlBool> {
  if (scope === 'root') return sql`(hosted_service.at_root or hosted_service.org_id = ${installationOrgId})`;
  if ('orgId' in scope) return sql`hosted_service.org_id = ${scope.orgId}`;
  return sql`hosted_service.org_id = (select id from portal_organisation where url_key = ${scope.urlKey})`;
}

/** How a service or a layer is read. */
interface Reading {
  /** Whether views are read with the number and the extent of their features (`measureView`), which reads whole tables; true. */
  measured?: boolean;
}

/** A service with its layers in order; undefined for an unknown name (in any case). */
export async function findService(
  database: Database,
  name: string,
  scope: ServiceScope,
  reading: Reading = {},
): Promise<{ service: HostedService; layers: HostedLayer[] } | undefined> {
  const service = await database
    .selectFrom('hosted_service')
    .select(serviceRow)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .where(inScope(scope))
    .orderBy('at_root', 'desc')
    .modifyEnd(prepared)
    .executeTakeFirst();
  return service && withLayers(database, service, reading);
}

export async function listServiceIds(database: Database): Promise<number[]> {
  const rows = await database.selectFrom('hosted_service').select('id').execute();
  return rows.map(({ id }) => id);
}

/** The service of a portal item with its layers in order; undefined for an item without one. */
export async function findServiceOfItem(
  database: Database,
  itemId: string,
  reading: Reading = {},
): Promise<{ service: HostedService; layers: HostedLayer[] } | undefined> {
  const service = await database
    .selectFrom('hosted_service')
    .select(serviceRow)
    .where('item_id', '=', itemId)
    .executeTakeFirst();
  return service && withLayers(database, service, reading);
}

async function withLayers(database: Database, row: DescribedService, reading: Reading) {
  const service = toService(row);
  const rows = await database
    .selectFrom('hosted_layer as layer')
    .select(layerColumns)
    .where('service_id', '=', row.id)
    .orderBy('layer_id')
    .modifyEnd(prepared)
    .execute();
  const layers: HostedLayer[] = [];
  for (const each of rows) layers.push(await readLayer(database, each, service, reading));
  return { service, layers };
}

/** A layer; one of a view with only what it shows of its source. */
async function readLayer(
  database: Database,
  row: LayerRow,
  service: HostedService,
  { measured = true }: Reading,
): Promise<HostedLayer> {
  const layer = toLayer(row, service);
  const { viewDefinition } = layer;
  if (row.source_service_id === null || row.source_layer_id === null || !viewDefinition) return layer;
  const source = await findLayerById(database, row.source_service_id, row.source_layer_id);
  if (!source) throw new Error(`The view ${service.name} has no source.`);
  const view = restrictLayer(source, { ...layer, viewDefinition, changed: row.edited_at });
  return measured ? measureView(database, view) : view;
}

/** A layer by its row, for views of it. */
export async function findLayerById(
  database: Database,
  serviceId: number,
  layerId: number,
): Promise<HostedLayer | undefined> {
  const found = await layersWithService(database)
    .where('layer.service_id', '=', serviceId)
    .where('layer.layer_id', '=', layerId)
    .modifyEnd(prepared)
    .executeTakeFirst();
  return found && toLayer(found, serviceOf(found));
}

/** Whether views show features of the service. */
const hasViews = sql<boolean>`exists (select from hosted_layer as shown
  where shown.source_service_id = hosted_service.id)`;

const serviceColumns = [
  'hosted_service.org_id',
  'hosted_service.item_id',
  'hosted_service.capabilities',
  'hosted_service.description',
  'hosted_service.copyright',
  'hosted_service.is_view',
  'hosted_service.is_tiles',
  'hosted_service.layer_defaults',
  hasViews.as('has_views'),
] as const;

/** A whole `ServiceRow`. */
const serviceRow = ['hosted_service.id', 'hosted_service.name', ...serviceColumns] as const;

/** What `toLayer` reads, and the version of the row. */
const layerColumns = [
  'layer.service_id',
  'layer.layer_id',
  'layer.name',
  'layer.table_name',
  'layer.source_service_id',
  'layer.source_layer_id',
  'layer.geometry_type',
  'layer.wkid',
  'layer.has_z',
  'layer.has_m',
  'layer.definition',
  'layer.feature_count',
  'layer.extent_xmin',
  'layer.extent_ymin',
  'layer.extent_xmax',
  'layer.extent_ymax',
  'layer.edited_at',
  sql<string>`layer.xmin::text`.as('version'),
] as const;

function layersWithService(database: Database) {
  return database
    .selectFrom('hosted_layer as layer')
    .innerJoin('hosted_service', 'hosted_service.id', 'layer.service_id')
    .select(layerColumns)
    .select(serviceColumns)
    .select('hosted_service.name as service_name');
}

function serviceOf(
  found: { service_id: number; service_name: string } & Omit<DescribedService, 'id' | 'name'>,
) {
  return toService({ ...found, id: found.service_id, name: found.service_name });
}

/** One layer, in one round trip (two for a view): every query starts with this. */
export async function findLayer(
  database: Database,
  name: string,
  layerId: number,
  scope: ServiceScope,
  reading: Reading = {},
): Promise<HostedLayer | undefined> {
  const found = await layersWithService(database)
    .where(sql`lower(hosted_service.name)`, '=', name.toLowerCase())
    .where(inScope(scope))
    .where('layer.layer_id', '=', layerId)
    .orderBy('hosted_service.at_root', 'desc')
    .modifyEnd(prepared)
    .executeTakeFirst();
  return found && readLayer(database, found, serviceOf(found), reading);
}

type DescribedService = Pick<
  ServiceRow,
  | 'id'
  | 'org_id'
  | 'name'
  | 'item_id'
  | 'description'
  | 'copyright'
  | 'capabilities'
  | 'is_view'
  | 'is_tiles'
  | 'layer_defaults'
> & { has_views: boolean };

function toService(row: DescribedService): HostedService {
  return {
    id: row.id,
    orgId: row.org_id,
    name: row.name,
    itemId: row.item_id,
    description: row.description,
    copyright: row.copyright,
    capabilities: row.capabilities.split(','),
    isView: row.is_view,
    hasViews: row.has_views,
    ...(row.is_tiles && { isTiles: true }),
    ...(row.layer_defaults && { layerDefaults: row.layer_defaults as LayerDefaults }),
  };
}

function toLayer(row: LayerRow, service: HostedService): HostedLayer {
  const { extent_xmin: xmin, extent_ymin: ymin, extent_xmax: xmax, extent_ymax: ymax } = row;
  return {
    ...(row.definition as LayerDefinition),
    service,
    layerId: row.layer_id,
    name: row.name,
    tableName: row.table_name,
    geometryType: row.geometry_type as EsriGeometryType | null,
    wkid: row.wkid,
    hasZ: row.has_z,
    hasM: row.has_m,
    featureCount: row.feature_count,
    extent:
      xmin === null || ymin === null || xmax === null || ymax === null ? null : { xmin, ymin, xmax, ymax },
    editedAt: row.edited_at,
    versions: [{ serviceId: row.service_id, layerId: row.layer_id, version: row.version }],
  };
}
