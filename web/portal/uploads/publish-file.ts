import type { UploadPreview, UploadProgress } from '../../../wire/upload.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalRequest } from '../portal-request.ts';

/** The user's options for a file; the server detects absent ones. */
export interface FileOptions {
  encoding?: string;
  /** The coordinate columns of a table; `none` publishes a table without geometry. */
  coordinates?: { longitude: string; latitude: string } | 'none';
}

/** A service being published: its item is created when the whole file has been loaded. */
export interface PublishingJob {
  jobId: string;
  serviceItemId: string;
  serviceurl: string;
}

/** Analyses the file of an item (`content/features/analyze`). `preview` is added by embedded portals. */
export async function analyzeFile(
  connection: PortalConnection,
  itemId: string,
  options: FileOptions,
  signal: AbortSignal,
): Promise<{ preview: UploadPreview; name: string }> {
  const answer = await portalRequest<{ publishParameters: { name: string }; preview: UploadPreview }>(
    connection,
    'content/features/analyze',
    { body: { itemid: itemId, analyzeParameters: JSON.stringify(parameters(options)) }, signal },
  );
  return { preview: answer.preview, name: answer.publishParameters.name };
}

/** An available service name: the requested one, or with a number appended. */
export async function findServiceName(connection: PortalConnection, wanted: string): Promise<string> {
  for (let number = 1; number < 100; number += 1) {
    const name = number === 1 ? wanted : `${wanted}_${number}`;
    const { available } = await portalRequest<{ available: boolean }>(
      connection,
      'portals/self/isServiceNameAvailable',
      { params: { name, type: 'Feature Service' } },
    );
    if (available) return name;
  }
  return `${wanted}_${Date.now()}`;
}

/** Starts publishing the file of an item as a hosted layer (`publish`). */
export async function publishFile(
  connection: PortalConnection,
  username: string,
  itemId: string,
  { name, ...options }: FileOptions & { name: string },
): Promise<PublishingJob> {
  const { services } = await portalRequest<{ services: [PublishingJob] }>(
    connection,
    `content/users/${encodeURIComponent(username)}/publish`,
    { body: { itemid: itemId, publishParameters: JSON.stringify({ name, ...parameters(options) }) } },
  );
  return services[0];
}

/**
 * Progress of a job; undefined when it is done.
 * @throws MappingError with the file's fault when it failed (`uploadFaultOf`)
 */
export async function publishingProgress(
  connection: PortalConnection,
  username: string,
  { jobId, serviceItemId }: PublishingJob,
): Promise<UploadProgress | undefined> {
  const { status, progress } = await portalRequest<{ status: string; progress: UploadProgress }>(
    connection,
    `content/users/${encodeURIComponent(username)}/items/${serviceItemId}/status`,
    { params: { jobId, jobType: 'publish' } },
  );
  return status === 'processing' ? progress : undefined;
}

/** Cancels a job, leaving nothing behind. */
export async function cancelPublishing(
  connection: PortalConnection,
  username: string,
  { jobId, serviceItemId }: PublishingJob,
): Promise<void> {
  const path = `content/users/${encodeURIComponent(username)}/items/${serviceItemId}/cancel`;
  await portalRequest(connection, path, { body: { jobId } });
}

function parameters({ encoding, coordinates }: FileOptions): Record<string, string> {
  return {
    ...(encoding !== undefined && { encoding }),
    ...(coordinates === 'none' && { locationType: 'none' }),
    ...(typeof coordinates === 'object' && {
      locationType: 'coordinates',
      longitudeFieldName: coordinates.longitude,
      latitudeFieldName: coordinates.latitude,
    }),
  };
}
