import { withoutFinalSlash } from '../../wire/trim-end.ts';
import { type OwnedItem } from './change-items.ts';
import { ownItemPath } from './paths.ts';
import type { PortalConnection } from './portal-connection.ts';
import { portalRequest } from './portal-request.ts';
import { serviceRequest } from './service-request.ts';

/** Values that a field may have. */
export interface CodedValues {
  type: 'codedValue';
  name: string;
  codedValues: { name: string; code: string | number }[];
}

/** A field of a hosted layer. */
export interface HostedField {
  name: string;
  alias?: string;
  type: string;
  editable?: boolean;
  /** Of a view: whether it shows the field; only its owner and administrators receive hidden ones. */
  visible?: boolean;
  /** The value of new features, unless another is given. */
  defaultValue?: string | number | null;
  domain?: CodedValues | { type: 'range' | 'inherited' } | null;
}

/** Who sees the features that a layer had: those who may change all of them, or everyone who sees the layer. */
type HistoryReaders = 'editors' | 'everyone';

/** What visitors may do with a layer: add features, and read them. */
export interface VisitorAccess {
  add: boolean;
  query: boolean;
}

/** A layer of a hosted service, from its description. */
export interface HostedLayer {
  id: number;
  name: string;
  geometryType?: string | null;
  fields: HostedField[];
  indexes?: { fields: string; isUnique: boolean }[];
  supportsAppend?: boolean;
  objectIdField?: string;
  globalIdField?: string;
  editFieldsInfo?: Record<string, string> | null;
  editingInfo?: { lastEditDate?: number };
  /** Whether former versions of its features are stored. */
  isDataArchived?: boolean;
  /** Absent: visitors read, and add nothing. */
  visitorAccess?: VisitorAccess | null;
  /** What the user may do with them; other servers know less. */
  archivingInfo?: {
    /** Epoch milliseconds; -1 for none. */
    startArchivingMoment?: number;
    supportsQueryHistory?: boolean;
    supportsRestore?: boolean;
    historyReaders?: HistoryReaders;
  };
  /** Only owners and administrators receive it. */
  adminLayerInfo?: { size?: number };
  /** The same of a view: which features it shows. */
  viewDefinitionQuery?: string;
}

/** A hosted service: what others may do with it, and its layers and tables. */
export interface HostedService {
  capabilities: string;
  /** Of its item. */
  serviceItemId?: string;
  /** Whether its layers show features of other services. */
  isView?: boolean;
  /** Whether it may be taken offline; absent on servers that do not know this. */
  syncEnabled?: boolean;
  editorTrackingInfo?: {
    enableEditorTracking?: boolean;
    enableOwnershipAccessControl?: boolean;
    allowOthersToUpdate?: boolean;
    allowOthersToDelete?: boolean;
  };
  layers: { id: number; name: string }[];
  tables: { id: number; name: string }[];
}

/** The first rows of a layer, and how many there are. */
export interface FirstRows {
  count: number;
  rows: Record<string, string | number | null>[];
}

/** What everyone who sees a layer may do with it; `other` is a choice that this page does not offer. */
export type EditingRule = 'off' | 'add' | 'own' | 'all' | 'other';

/** The operations that a service accepts, such as `Query` and `Create`. */
export function operationsOf({ capabilities }: Pick<HostedService, 'capabilities'>): string[] {
  return capabilities.split(',').map((each) => each.trim());
}

export function editingRule({ editorTrackingInfo: tracking, ...service }: HostedService): EditingRule {
  const given = new Set(operationsOf(service));
  const [add, update, remove] = [given.has('Create'), given.has('Update'), given.has('Delete')];
  if (!add && !update && !remove) return given.has('Editing') ? 'other' : 'off';
  if (!add || update !== remove) return 'other';
  if (!update) return 'add';
  if (!tracking?.enableOwnershipAccessControl) return 'all';
  return tracking.allowOthersToUpdate === false && tracking.allowOthersToDelete === false ? 'own' : 'other';
}

/**
 * The definition that puts a rule into force. Editors are recorded whenever there is editing; of a view, by
 * its source. Offline copies and exports stay as they are.
 */
export function definitionOf(
  rule: Exclude<EditingRule, 'other'>,
  {
    isView = false,
    syncEnabled = false,
    capabilities,
  }: Pick<HostedService, 'isView' | 'syncEnabled' | 'capabilities'>,
): object {
  const own = rule === 'own';
  const kept = allowsExports({ capabilities }) ? ',Extract' : '';
  return {
    ...(syncEnabled && { syncEnabled }),
    capabilities: `${
      {
        off: 'Query',
        add: 'Query,Editing,Create',
        own: 'Query,Editing,Create,Update,Delete',
        all: 'Query,Editing,Create,Update,Delete',
      }[rule]
    }${kept}`,
    editorTrackingInfo: {
      ...(rule !== 'off' && !isView && { enableEditorTracking: true }),
      enableOwnershipAccessControl: own,
      allowOthersToQuery: true,
      allowOthersToUpdate: !own,
      allowOthersToDelete: !own,
    },
  };
}

/** Whether everyone who sees a service may export its layers; without it only those who may change its item. */
export function allowsExports(service: Pick<HostedService, 'capabilities'>): boolean {
  return operationsOf(service).includes('Extract');
}

/** Lets everyone who sees a service export its layers, or ends that. */
export async function allowExports(
  connection: PortalConnection,
  url: string,
  service: Pick<HostedService, 'capabilities'>,
  allowed: boolean,
): Promise<void> {
  const others = operationsOf(service).filter((name) => name !== 'Extract');
  const capabilities = [...others, ...(allowed ? ['Extract'] : [])].join(',');
  await updateService(connection, url, { capabilities });
}

/** The address where owners change a service. */
export function adminAddress(url: string): string {
  return withoutFinalSlash(url.replace('/rest/services/', '/rest/admin/services/'));
}

export async function loadService(
  connection: PortalConnection,
  url: string,
  signal: AbortSignal,
): Promise<HostedService> {
  const response = await serviceRequest<Partial<HostedService>>(connection, withoutFinalSlash(url), {
    signal,
  });
  return {
    ...response,
    capabilities: response.capabilities ?? '',
    layers: response.layers ?? [],
    tables: response.tables ?? [],
  };
}

/** @param owned whether to load what only owners and administrators get */
export async function loadLayer(
  connection: PortalConnection,
  { url, id, owned }: { url: string; id: number; owned: boolean },
  signal: AbortSignal,
): Promise<HostedLayer> {
  const root = owned ? adminAddress(url) : withoutFinalSlash(url);
  const response = await serviceRequest<HostedLayer>(connection, `${root}/${id}`, { signal });
  return { ...response, fields: response.fields ?? [] };
}

export async function loadFirstRows(
  connection: PortalConnection,
  { url, id, maxRows }: { url: string; id: number; maxRows: number },
  signal: AbortSignal,
): Promise<FirstRows> {
  const address = `${withoutFinalSlash(url)}/${id}/query`;
  const [{ count }, { features = [] }] = await Promise.all([
    serviceRequest<{ count: number }>(connection, address, {
      params: { where: '1=1', returnCountOnly: true },
      signal,
    }),
    serviceRequest<{ features?: { attributes: FirstRows['rows'][number] }[] }>(connection, address, {
      params: { where: '1=1', outFields: '*', returnGeometry: false, resultRecordCount: maxRows },
      signal,
    }),
  ]);
  return { count, rows: features.map(({ attributes }) => attributes) };
}

export async function updateService(
  connection: PortalConnection,
  url: string,
  updateDefinition: object,
): Promise<void> {
  await serviceRequest(connection, `${adminAddress(url)}/updateDefinition`, {
    params: { updateDefinition },
    post: true,
  });
}

/** Changes the fields of a layer, what a view shows, the history, or what visitors may do. */
export async function changeLayer(
  connection: PortalConnection,
  { url, id }: { url: string; id: number },
  operation: 'addToDefinition' | 'updateDefinition' | 'deleteFromDefinition',
  definition: {
    fields?: object[];
    viewDefinitionQuery?: string;
    isDataArchived?: boolean;
    archivingInfo?: { historyReaders: HistoryReaders };
    visitorAccess?: VisitorAccess | null;
  },
): Promise<void> {
  await serviceRequest(connection, `${adminAddress(url)}/${id}/${operation}`, {
    params: { [operation]: definition },
    post: true,
  });
}

/** Turns the protection against deletion on or off. */
export async function protectItem(
  connection: PortalConnection,
  { owner, id }: OwnedItem,
  wanted: boolean,
): Promise<void> {
  const path = ownItemPath({ owner, id });
  await portalRequest(connection, `${path}/${wanted ? 'protect' : 'unprotect'}`, { body: {} });
}
