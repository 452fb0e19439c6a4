import { loadItem } from '../item-details.ts';
import { contentPath, itemPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import type { Portal } from '../portal-types.ts';
import { portalRequest } from '../portal-request.ts';
import { errorFromJson, errorFromStatus, portalError, type PortalErrorJson } from '../portal-error.ts';
import { followJob } from './follow-job.ts';
import { cancelPublishing, type PublishingProgress, publishingProgress } from './publish-file.ts';

const arcgisFormats = ['CSV', 'Excel', 'GeoJson', 'GeoPackage', 'KML', 'Shapefile'] as const;
export type ExportFormat = (typeof arcgisFormats)[number] | 'FlatGeobuf';

/**
 * Formats that a portal exports hosted layers as, by their names in the ArcGIS REST API; FlatGeobuf only the
 * embedded one.
 */
export function exportFormats(portal: Portal | undefined): readonly ExportFormat[] {
  return portal?.uploadPreviews ? [...arcgisFormats, 'FlatGeobuf'] : arcgisFormats;
}

export interface ExportChoices {
  /** Of the service's item. */
  itemId: string;
  title: string;
  format: ExportFormat;
  /** One layer; all of them when absent. */
  layer: number | undefined;
  /** SQL condition of the features of that layer; all of them when absent or empty. */
  where?: string;
}

/** How an export is cancelled, and its progress reported. */
interface ExportRun {
  signal: AbortSignal;
  onProgress: (progress: PublishingProgress) => void;
}

/** A file that was exported, and the item of the user that holds it. */
export interface ExportedFile {
  name: string;
  content: Blob;
  itemId: string;
}

/**
 * Exports layers of a hosted service to an item of the user, and downloads its file. Aborting cancels it.
 * @throws MappingError with the portal's message
 */
export async function exportFile(
  connection: PortalConnection,
  username: string,
  choices: ExportChoices,
  run: ExportRun,
): Promise<ExportedFile> {
  const itemId = await exportItem(connection, username, choices, run);
  // By its id: a search finds new items only some time later.
  const { name } = await loadItem(connection, itemId, run.signal);
  return {
    name: name ?? choices.title,
    content: await downloadItem(connection, itemId, run.signal),
    itemId,
  };
}

/** @returns the id of the item with the file; none is left when it is cancelled */
async function exportItem(
  connection: PortalConnection,
  username: string,
  { itemId, title, format, layer, where }: ExportChoices,
  { signal, onProgress }: ExportRun,
): Promise<string> {
  const { exportItemId, jobId } = await portalRequest<{ exportItemId: string; jobId: string }>(
    connection,
    `${contentPath(username)}/export`,
    {
      body: {
        itemId,
        title,
        exportFormat: format,
        ...(layer !== undefined && {
          exportParameters: JSON.stringify({ layers: [{ id: layer, ...(where && { where }) }] }),
        }),
      },
    },
  );
  const job = { jobId, serviceItemId: exportItemId, serviceurl: '' };
  try {
    return await followJob(async () => {
      const progress = await publishingProgress(connection, username, job, { jobType: 'export', signal });
      if (!progress) return exportItemId;
      onProgress(progress);
      return undefined;
    }, signal);
  } catch (error) {
    if (signal.aborted) await cancelPublishing(connection, username, job, true).catch(() => {});
    throw error;
  }
}

/**
 * The file of an item. The token is sent in the body, so that it is in no address.
 * @throws MappingError `portal:*`
 */
async function downloadItem(
  connection: PortalConnection,
  itemId: string,
  signal: AbortSignal,
): Promise<Blob> {
  const token = await connection.session.token();
  try {
    const response = await fetch(`${connection.restUrl}/${itemPath(itemId)}/data`, {
      method: 'POST',
      body: new URLSearchParams({ f: 'json', token }),
      signal,
    });
    if (!response.ok) throw errorFromStatus(response.status);
    if (response.headers.get('content-type')?.startsWith('application/json')) {
      const { error } = (await response.clone().json()) as { error?: PortalErrorJson };
      if (error) throw errorFromJson(error);
    }
    return await response.blob();
  } catch (cause) {
    throw portalError(cause);
  }
}
