import type { Generated, JSONColumnType } from 'kysely';
import type { Fault } from '../../../../wire/errors.ts';
import type { AppendReport } from '../../../../wire/append.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';

/**
 * Hosted feature services. The features themselves are in one table per layer, `hosted.<table_name>`
 * (docs/decisions/0007-one-table-per-layer.md); these tables describe them. Times are epoch milliseconds.
 */
export interface ServiceTables {
  hosted_service: HostedServiceTable;
  hosted_layer: HostedLayerTable;
  hosted_tiles: HostedTilesTable;
  hosted_attachment: HostedAttachmentTable;
  hosted_attachment_deletion: HostedAttachmentDeletionTable;
  hosted_replica: HostedReplicaTable;
}

interface HostedServiceTable {
  id: Generated<number>;
  /** The portal organisation at whose address it is. It belongs to that of its item. */
  org_id: Generated<string>;
  /** Segment of the address; unique within the organisation, ignoring case. */
  name: string;
  /**
   * Whether it is also found below `/server/rest/services`, where services were before organisations had
   * addresses.
   */
  at_root: Generated<boolean>;
  /** Whether its layers show features of other services. */
  is_view: Generated<boolean>;
  /** The portal item whose sharing controls who may read and edit; null: the operator's own. */
  item_id: string | null;
  description: string;
  copyright: string;
  /** As on the wire: `Query` or `Create,Delete,Query,Update,Editing`. */
  capabilities: string;
  /** For layers that are added to it: `LayerDefaults` of server/gis/layer. */
  layer_defaults: JSONColumnType<object | null, string | null | undefined, string | null>;
  /** Whether it has tiles instead of layers. */
  is_tiles: Generated<boolean>;
  created_at: number;
  modified_at: number;
}

/** The tiles of a service that was published from an archive. */
interface HostedTilesTable {
  service_id: number;
  /** The version of the file's bytes in `portal_item_data_part`, which the service shares with the item of the file. */
  version: string;
  encoding: Generated<'identity'>;
  /** Bytes of the whole archive, and of each part but the last. */
  bytes: number;
  part_bytes: number;
  /** `TileSet` of server/gis/vector-tiles. */
  definition: JSONColumnType<object>;
}

interface HostedLayerTable {
  service_id: number;
  /** Number of the layer within its service, as in the address. */
  layer_id: number;
  name: string;
  /** Name of the feature table in the schema `hosted`; of a view's layer, of the database view there. */
  table_name: string;
  /** The layer whose features a view's layer shows; null for others. */
  source_service_id: number | null;
  source_layer_id: number | null;
  /** esriGeometryPoint …; null: a table without geometry. */
  geometry_type: string | null;
  /** Spatial reference of the stored geometry. */
  wkid: number;
  has_z: boolean;
  has_m: boolean;
  /** Fields, renderer, relationships …: `LayerDefinition` of server/gis/storage. */
  definition: JSONColumnType<object>;
  /** The next object id. */
  next_objectid: Generated<number>;
  next_attachment_id: Generated<number>;
  feature_count: Generated<number>;
  /** Extent of all geometry in the layer's own spatial reference; null while there is none. */
  extent_xmin: number | null;
  extent_ymin: number | null;
  extent_xmax: number | null;
  extent_ymax: number | null;
  /** Grows with every committed edit: the layer's ETag. Of a view's layer, the number of changes of its definition. */
  edited_at: number;
}

interface HostedAttachmentTable {
  service_id: number;
  layer_id: number;
  attachment_id: number;
  globalid: string;
  parent_objectid: number;
  name: string;
  content_type: string;
  size: number;
  keywords: string;
  bytes: Uint8Array;
  created_at: number;
  /** The edit times of the layer at which it was added and last changed, written by a trigger. */
  added_gen: Generated<number>;
  edited_gen: Generated<number>;
}

/** Attachments deleted from layers with a history, written by a trigger. */
interface HostedAttachmentDeletionTable {
  service_id: number;
  layer_id: number;
  globalid: string;
  parent_objectid: number;
  deleted_gen: number;
}

/** Offline copies of services. */
interface HostedReplicaTable {
  id: string;
  service_id: number;
  /** The username of the member whose copy it is. */
  owner: string;
  name: string;
  /** What it contains: `ReplicaDefinition` of server/gis/storage. */
  definition: JSONColumnType<object>;
  /** The generation of each layer that the copy has, as its client last named it. */
  generations: JSONColumnType<object>;
  /** Edits of the last upload with their results: one that is sent again is not applied again. */
  uploaded: JSONColumnType<object> | null;
  /** What the last synchronization returns, for clients that load it from its address. */
  returned: JSONColumnType<object> | null;
  created_at: number;
  synced_at: number | null;
  used_at: number;
  /** Closed by its client, and deleted a day later. */
  closed_at: number | null;
}

/** Publishing jobs. */
export interface PublishingTables {
  publish_job: PublishJobTable;
}

interface PublishJobTable {
  id: string;
  /** The item of the service; it exists when the job has completed. */
  item_id: string;
  /** The item of the file. */
  source_id: string;
  username: string;
  status: 'processing' | 'completed' | 'failed';
  progress: JSONColumnType<UploadProgress & { report?: AppendReport }>;
  /** Why it failed. */
  message: Generated<string>;
  faults: JSONColumnType<Fault[], string | undefined, string>;
  /** Cancellation was requested. */
  cancelled: Generated<boolean>;
  created_at: number;
  /** Grows while a process works on it: a job whose value stays the same has lost its process. */
  updated_at: number;
}
