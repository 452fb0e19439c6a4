import type { Envelope, EsriGeometryType } from '../geometry/geometry.ts';
import type { Field } from './field.ts';

/** Fields that the server fills in at every edit. */
export interface EditorTracking {
  creationDateField: string;
  creatorField: string;
  editDateField: string;
  editorField: string;
}

/** Names of these fields unless a definition gives others. */
export const trackingNames: EditorTracking = {
  creationDateField: 'CreationDate',
  creatorField: 'Creator',
  editDateField: 'EditDate',
  editorField: 'Editor',
};

/** One side of a relation between two layers of a service; the other side has the same `id`. */
export interface Relationship {
  id: number;
  name: string;
  relatedTableId: number;
  cardinality: 'esriRelCardinalityOneToOne' | 'esriRelCardinalityOneToMany' | 'esriRelCardinalityManyToMany';
  role: 'esriRelRoleOrigin' | 'esriRelRoleDestination';
  keyField: string;
}

/** Permissions of members on features that others created; the layer has editor tracking. */
export interface FeatureOwnership {
  allowOthersToUpdate: boolean;
  allowOthersToDelete: boolean;
}

/**
 * Permissions of callers from outside on a layer that they may open: visitors, and members of other organisations that it is
 * not shared with.
 */
export interface VisitorAccess {
  /** Whether they may add features. They never change or delete one. */
  mayAdd: boolean;
  /** Whether they may read features. */
  mayRead: boolean;
}

/** An index that the layer's owner added. `storedName` is its name in the database and never leaves the server. */
export interface LayerIndex {
  name: string;
  fields: string[];
  isUnique: boolean;
  description: string;
  storedName: string;
}

/** What a service decides for layers that are added to it, where they do not. */
export interface LayerDefaults {
  wkid: number;
  editorTracking: boolean;
  /** Access by creator; null: everyone who may edit may change every feature. */
  ownership: FeatureOwnership | null;
  maxRecordCount?: number;
}

/** The part of its source that a view's layer shows; stored with the layer's description. */
export interface ViewDefinition {
  /** Condition on features, over the fields of the source; null: all of them. */
  where: string | null;
  /** Whether the condition depends on the time, so that other features are shown later. */
  isVolatile: boolean;
  /** Names of the fields that are shown; null: all of them, also those that the source gets later. */
  shown: string[] | null;
  /** Differences from the source's fields, by name. */
  changes: Record<string, Partial<Pick<Field, 'alias' | 'description' | 'editable'>>>;
}

/** The layer that stores the features of a view's layer. */
export interface ViewSource {
  serviceId: number;
  layerId: number;
  serviceName: string;
  itemId: string | null;
  tableName: string;
  /** Fields that the view does not show. Only the server itself reads and writes them. */
  hidden: readonly Field[];
}

/** The history of a layer: since when, and who may see the features of a moment. */
export interface LayerArchive {
  startedAt: number;
  /** `editors`, also when absent: those who may change every feature. `everyone`: all who may read the layer. */
  readers?: HistoryReaders;
}

export const historyReaders = ['editors', 'everyone'] as const;
export type HistoryReaders = (typeof historyReaders)[number];

/** The description of a layer except its counters: stored as JSON in `hosted_layer.definition`. */
export interface LayerDefinition {
  fields: Field[];
  displayField: string;
  description: string;
  copyright: string;
  /** Renderer, labels and transparency as in a web map; null: the client's default. */
  drawingInfo: object | null;
  minScale: number;
  maxScale: number;
  defaultVisibility: boolean;
  hasAttachments: boolean;
  relationships: Relationship[];
  editorTracking: EditorTracking | null;
  /** Absent or null: everyone who may edit may change every feature. */
  ownership?: FeatureOwnership | null;
  /** Absent or null: callers from outside only read. */
  visitors?: VisitorAccess | null;
  indexes?: LayerIndex[];
  /** Fields of the `time` parameter. */
  timeInfo: {
    startTimeField: string;
    endTimeField: string | null;
    trackIdField?: string | null;
    /** What time sliders begin with. */
    timeInterval?: number;
    timeIntervalUnits?: string;
    exportOptions?: object;
    hasLiveData?: boolean;
  } | null;
  typeIdField: string | null;
  types: object[];
  templates: object[];
  /** Kinds of features by the values of a field, as ArcGIS writes them; absent in layers from before they were stored. */
  subtypes?: object[];
  subtypeField?: string | null;
  defaultSubtypeCode?: string | number | null;
  /** The largest page of a query; `limits.featurePage` when absent. */
  maxRecordCount?: number;
  /** Present while former versions of the features are stored, since a moment in epoch milliseconds. */
  archive?: LayerArchive | null;
  /** Of a view's layer; its fields are those of the source. */
  viewDefinition?: ViewDefinition;
}

export interface HostedService {
  id: number;
  /** The portal organisation at whose address it is. It belongs to that of its item, whose owner may have moved. */
  orgId: string;
  name: string;
  itemId: string | null;
  description: string;
  copyright: string;
  /** Maximum capabilities of the service; the caller's rights may allow less. */
  capabilities: readonly string[];
  /** Whether its layers show features of other services. */
  isView: boolean;
  /** Whether views show its features. */
  hasViews: boolean;
  /** Whether it has the tiles of an archive instead of layers. */
  isTiles?: boolean;
  /** Absent: it was published with its layers. */
  layerDefaults?: LayerDefaults;
}

/** A version of the row that describes a layer. Each change of its features, fields or view makes another. */
export interface LayerVersion {
  serviceId: number;
  layerId: number;
  /** The transaction that wrote it. */
  version: string;
}

/** A layer, or a table when it has no geometry. */
export interface HostedLayer extends LayerDefinition {
  service: HostedService;
  layerId: number;
  name: string;
  tableName: string;
  geometryType: EsriGeometryType | null;
  wkid: number;
  hasZ: boolean;
  hasM: boolean;
  featureCount: number;
  extent: Envelope | null;
  /** Grows with every committed edit, epoch milliseconds. */
  editedAt: number;
  /** The rows that describe it: its own, and that of a view's source. */
  versions: readonly LayerVersion[];
  /** Present where the features are those of a moment, in epoch milliseconds. */
  moment?: number;
  /** Present in a view's layer, whose `tableName` is that of a database view without hidden rows and fields. */
  source?: ViewSource;
}

/**
 * Names the state of a layer's features and description, for cached responses. The edit time of a view's layer may repeat
 * when another layer takes its number, unlike the version of its row.
 */
export function stateOf({ editedAt, source, versions }: HostedLayer): string {
  return source ? `${editedAt}/${versions[0]?.version ?? ''}` : String(editedAt);
}

/** The row of `hosted_layer` that counts a layer's features, object ids and attachments. */
export function storedAt({ service, layerId, source }: HostedLayer): { serviceId: number; layerId: number } {
  return source ?? { serviceId: service.id, layerId };
}

/** Compares layers by where they are stored: the order in which transactions lock several, whatever views call them. */
export function byPlace(one: HostedLayer, other: HostedLayer): number {
  const [a, b] = [storedAt(one), storedAt(other)];
  return a.serviceId - b.serviceId || a.layerId - b.layerId;
}

/** Lists by the fields that a view shows: `findField` is quick for a list that it knows, and each edit asks for one. */
const written = new WeakMap<readonly Field[], { source: ViewSource; all: readonly Field[] }>();

/** The fields that the server writes itself, which a view may hide. */
export function writtenFields({ fields, source }: Pick<HostedLayer, 'fields' | 'source'>): readonly Field[] {
  if (!source) return fields;
  let known = written.get(fields);
  if (known?.source !== source) known = { source, all: [...fields, ...source.hidden] };
  written.set(fields, known);
  return known.all;
}

export const objectIdField = 'OBJECTID';
export const globalIdField = 'GlobalID';

/** The first two fields of every layer. */
export const systemFields: readonly Field[] = [
  {
    name: objectIdField,
    alias: objectIdField,
    type: 'esriFieldTypeOID',
    column: 'objectid',
    nullable: false,
    editable: false,
    domain: null,
    defaultValue: null,
  },
  {
    name: globalIdField,
    alias: globalIdField,
    type: 'esriFieldTypeGlobalID',
    column: 'globalid',
    length: 38,
    nullable: false,
    editable: false,
    domain: null,
    defaultValue: null,
  },
];
