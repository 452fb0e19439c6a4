import { withoutFinalSlash } from '../../wire/trim-end.ts';
import { changeLayer, type HostedService, loadLayer, operationsOf, updateService } from './hosted-service.ts';
import type { PortalConnection } from './portal-connection.ts';
import { serviceRequest } from './service-request.ts';

/** An offline copy of a service (a replica). */
export interface OfflineCopy {
  id: string;
  name: string;
  /** Username of the member whose copy it is; absent on other servers. */
  owner: string | undefined;
  /** Epoch milliseconds. */
  synchronizedAt: number | undefined;
}

interface ReplicaResponse {
  replicaID: string;
  replicaName?: string;
  replicaOwner?: string;
  lastSyncDate?: number;
}

/** The offline copies of a service; its owner and administrators get those of all members. */
export async function loadOfflineCopies(
  connection: PortalConnection,
  url: string,
  signal: AbortSignal,
): Promise<OfflineCopy[]> {
  const response = await serviceRequest<ReplicaResponse[]>(connection, `${withoutFinalSlash(url)}/replicas`, {
    params: { returnLastSyncDate: true },
    signal,
  });
  return response.map(({ replicaID, replicaName, replicaOwner, lastSyncDate }) => ({
    id: replicaID,
    name: replicaName ?? '',
    owner: replicaOwner,
    synchronizedAt: lastSyncDate,
  }));
}

/** Ends an offline copy: edits that its device has not synchronized can no longer be uploaded. */
export async function unregisterCopy(connection: PortalConnection, url: string, id: string): Promise<void> {
  await serviceRequest(connection, `${withoutFinalSlash(url)}/unRegisterReplica`, {
    params: { replicaID: id },
    post: true,
  });
}

/** Whether members may take a service offline. */
export function allowsOffline(service: Pick<HostedService, 'capabilities'>): boolean {
  return operationsOf(service).includes('Sync');
}

/** Allows offline copies, or ends that. They need the history of every layer, which is turned on where it is off. */
export async function allowOffline(
  connection: PortalConnection,
  url: string,
  { layers, tables }: HostedService,
  allowed: boolean,
): Promise<void> {
  for (const { id } of allowed ? [...layers, ...tables] : []) {
    const layer = await loadLayer(connection, { url, id, owned: true }, AbortSignal.timeout(60_000));
    // Other servers need no history and offer no way to turn one on.
    if (layer.isDataArchived || layer.archivingInfo?.supportsQueryHistory === undefined) continue;
    await changeLayer(connection, { url, id }, 'updateDefinition', { isDataArchived: true });
  }
  await updateService(connection, url, { syncEnabled: allowed });
}
