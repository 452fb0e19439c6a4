import { type Fault, MappingError } from '../../../wire/errors.ts';
import {
  parseUploadPlace,
  type UploadField,
  type UploadPlace,
  type UploadPreview,
  type UploadProgress,
} from '../../../wire/upload.ts';
import { contentPath, ownItemPath } from '../paths.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { portalError, type PortalErrorJson, errorFromJson } from '../portal-error.ts';
import { portalRequest } from '../portal-request.ts';
import { type AnalysedFile, type LayerInfo, previewOf, type PublishParameters } from './arcgis-preview.ts';
import type { FileKind } from './file-type.ts';

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

/** The description of a file before it is published. */
export interface FileAnalysis {
  preview: UploadPreview;
  /** Name for the service. */
  name: string;
  /** The portal's proposal for publishing, which ArcGIS expects back; absent for files it does not analyse. */
  proposed?: PublishParameters;
}

/** Analyses the file of an item (`content/features/analyze`). `preview` is added by embedded portals. */
export async function analyzeFile(
  connection: PortalConnection,
  item: { itemId: string; fileName: string; kind: FileKind },
  options: FileOptions,
  signal: AbortSignal,
): Promise<FileAnalysis> {
  const { itemId, fileName, kind } = item;
  if (!kind.analysed) return { preview: previewOf(undefined, options), name: serviceName(fileName) };
  const response = await portalRequest<AnalysedFile & { preview?: UploadPreview }>(
    connection,
    'content/features/analyze',
    {
      body: {
        itemid: itemId,
        filetype: kind.fileType,
        analyzeParameters: JSON.stringify(parameters(options)),
      },
      signal,
    },
  );
  const { publishParameters } = response;
  return {
    preview: response.preview ?? previewOf(response, options),
    name: publishParameters.name ?? serviceName(fileName),
    ...(!response.preview && { proposed: publishParameters }),
  };
}

/** A service name that every portal takes: letters, digits and underscores. */
function serviceName(fileName: string): string {
  const plain = fileName
    .replace(/(.)\.[^.]*$/, '$1')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_|_$/g, '')
    .slice(0, 100);
  return plain || 'Layer';
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

export interface Publication extends FileOptions {
  /** Name of the service. */
  name: string;
  kind: FileKind;
  proposed?: PublishParameters;
  /** The fields whose type the user has chosen. */
  fields: readonly UploadField[];
}

/** The fields of a file whose chosen type differs from the one that fits its values. */
export function chosenFields(
  { layers }: Pick<UploadPreview, 'layers'>,
  types: ReadonlyMap<string, string>,
): UploadField[] {
  const fields = new Map(layers.flatMap((layer) => layer.fields.map(({ name, type }) => [name, type])));
  return [...types]
    .filter(([name, type]) => fields.has(name) && fields.get(name) !== type)
    .map(([name, type]) => ({ name, type }));
}

/**
 * Starts publishing the file of an item as a hosted layer (`publish`).
 * @throws MappingError with the portal's message, such as one about quotas or credits
 */
export async function publishFile(
  connection: PortalConnection,
  username: string,
  itemId: string,
  { name, kind, proposed, fields, ...options }: Publication,
): Promise<PublishingJob> {
  const publishParameters = {
    ...proposed,
    ...(fields.length > 0 && { layerInfo: withTypes(proposed?.layerInfo, fields) }),
    name,
    ...parameters(options),
    // Addresses would be geocoded, which costs credits for each row.
    ...(proposed?.locationType === 'address' && !options.coordinates && { locationType: 'none' }),
  };
  const { services } = await portalRequest<{ services: [PublishingJob & { error?: PortalErrorJson }] }>(
    connection,
    `${contentPath(username)}/publish`,
    {
      body: {
        itemid: itemId,
        filetype: kind.fileType,
        publishParameters: JSON.stringify(publishParameters),
      },
    },
  );
  const [{ error, ...job }] = services;
  if (error) throw errorFromJson(error);
  return job;
}

/** ArcGIS expects all fields that it proposed. */
function withTypes(
  { fields: proposed, ...layerInfo }: LayerInfo = {},
  chosen: readonly UploadField[],
): LayerInfo {
  if (!proposed) return { ...layerInfo, fields: chosen };
  const types = new Map(chosen.map(({ name, type }) => [name, type]));
  return {
    ...layerInfo,
    fields: proposed.map((field) => ({ ...field, type: types.get(field.name) ?? field.type })),
  };
}

/** The progress of a job; ArcGIS reports none. */
export interface PublishingProgress extends Pick<UploadProgress, 'featureCount'> {
  stage: UploadProgress['stage'] | 'portal';
  share?: number;
}

/**
 * Progress of a job; undefined when it is done.
 * @throws MappingError with the file's fault when it failed (`uploadFaultOf`), or the portal's message
 */
export async function publishingProgress(
  connection: PortalConnection,
  username: string,
  { jobId, serviceItemId }: PublishingJob,
  { jobType = 'publish', signal }: { jobType?: 'publish' | 'export'; signal?: AbortSignal } = {},
): Promise<PublishingProgress | undefined> {
  const path = `${ownItemPath({ owner: username, id: serviceItemId })}/status`;
  try {
    const response = await portalRequest<{ status: string; progress?: UploadProgress }>(connection, path, {
      params: { jobId, jobType },
      ...(signal && { signal }),
    });
    // `partial` is a job that is still adding to the item.
    if (response.status !== 'processing' && response.status !== 'partial') return undefined;
    return response.progress ?? { stage: 'portal', featureCount: 0 };
  } catch (cause) {
    throw jobError(cause);
  }
}

/** The client library takes a failed job for a failed request without a code. */
function jobError(cause: unknown): MappingError {
  const error = portalError(cause);
  const job = (error.cause as { response?: { status?: unknown; faults?: Fault[] } } | undefined)?.response;
  if (job?.status !== 'failed' || error.message === '') return error;
  const { faults = [] } = job;
  return new MappingError('portal:job-failed', error.message, { status: 400, cause: error.cause, faults });
}

/**
 * Cancels a job, leaving nothing behind. ArcGIS cannot cancel one, so its half-made service is deleted.
 * @param cancellable whether the portal cancels jobs (`uploadPreviews`)
 */
export async function cancelPublishing(
  connection: PortalConnection,
  username: string,
  { jobId, serviceItemId }: PublishingJob,
  cancellable: boolean,
): Promise<void> {
  const item = ownItemPath({ owner: username, id: serviceItemId });
  if (cancellable) await portalRequest(connection, `${item}/cancel`, { body: { jobId } });
  else await portalRequest(connection, `${item}/delete`, { body: {} });
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

/** The fault of a file and its position: the server's message, and a code if known. */
export interface UploadFault extends Omit<Fault, 'path'> {
  place: UploadPlace | undefined;
}

interface UploadResponse {
  /** Of a publishing job. */
  faults?: Fault[];
  /** Of the ArcGIS envelope: `line 17: message`; embedded portals add the faults. */
  error?: { details?: string[]; faults?: Fault[] };
}

/** Extracts the fault of a file from a portal error; undefined for other errors. */
export function uploadFaultOf(error: unknown): UploadFault | undefined {
  if (!(error instanceof MappingError)) return undefined;
  const response = (error.cause as { response?: UploadResponse } | undefined)?.response;
  const fault = response?.faults?.[0] ?? response?.error?.faults?.[0];
  if (fault) return placedFault(fault);
  const detail = response?.error?.details?.[0] ?? '';
  const [path = '', ...words] = detail.split(': ');
  const place = parseUploadPlace(path);
  return place && { message: words.join(': '), place };
}

/** A path without a line or feature is that of a file in the archive. */
export function placedFault({ path, ...fault }: Fault): UploadFault {
  return { ...fault, place: parseUploadPlace(path) ?? (path === '' ? undefined : { file: path }) };
}
