import { type AppendReport, matchFields } from '../../../wire/append.ts';
import { type Fault, isTemporary, MappingError } from '../../../wire/errors.ts';
import type { UploadLayer, UploadPreview, UploadProgress } from '../../../wire/upload.ts';
import type { HostedField, HostedLayer } from '../hosted-service.ts';
import type { PortalConnection } from '../portal-connection.ts';
import { serviceRequest } from '../service-request.ts';
import { followJob } from './follow-job.ts';
import type { PublishingProgress } from './publish-file.ts';

/** How the rows of a file are appended. */
export interface AppendOptions {
  /** Of the layer. */
  url: string;
  /** The item with the file. */
  itemId: string;
  /** Replaces all rows of the layer. */
  replace: boolean;
  /** The field that matches rows of the file with existing rows, which they update; absent: all are added. */
  matching?: string | undefined;
}

interface JobResponse {
  status: string;
  statusMessage?: string;
  progress?: UploadProgress;
  report?: AppendReport;
  faults?: Fault[];
}

/**
 * Appends the file of an item to a hosted layer, all of it or nothing. Aborting cancels it.
 * @throws MappingError `portal:job-failed` with the server's message, and its faults as the cause's response;
 * `database:outcome-unknown` if the rows may have been stored. After all other errors nothing was changed.
 */
export async function appendFile(
  connection: PortalConnection,
  { url, itemId, replace, matching }: AppendOptions,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: PublishingProgress) => void },
): Promise<AppendReport> {
  const { statusUrl } = await serviceRequest<{ statusUrl: string }>(connection, `${url}/append`, {
    post: true,
    params: {
      appendItemId: itemId,
      ...(replace && { truncateExisting: true }),
      ...(matching !== undefined && { upsert: true, upsertMatchingField: matching }),
    },
  }).catch((cause: unknown) => {
    // Only the answer may have been lost. An overloaded server refuses before it begins.
    const isRefused = !isTemporary(cause) || (cause as MappingError).status === 429;
    throw isRefused ? cause : outcomeUnknown(cause);
  });
  const readReport = async (during?: AbortSignal) => {
    const job = await serviceRequest<JobResponse>(connection, statusUrl, { signal: during });
    if (job.status === 'Failed')
      throw new MappingError(jobFailedId, job.statusMessage ?? '', {
        status: 400,
        cause: { response: { faults: job.faults } },
      });
    if (job.progress && !job.report) onProgress(job.progress);
    return job.report;
  };
  const cancel = async () => {
    const { success } = await serviceRequest<{ success?: boolean }>(connection, `${statusUrl}/cancel`, {
      post: true,
    });
    return success === true;
  };
  try {
    return await followJob(() => readReport(signal), signal);
  } catch (error) {
    if (isOfId(error, jobFailedId)) throw error;
    const isCancelled = await cancel().catch(() => false);
    if (isCancelled || signal.aborted) throw error;
    // It had ended before, or its server is still away.
    const report = await readReport().catch((late: unknown) => {
      throw isOfId(late, jobFailedId) ? late : outcomeUnknown(error);
    });
    if (!report) throw outcomeUnknown(error);
    return report;
  }
}

const jobFailedId = 'portal:job-failed';
const outcomeUnknownId = 'database:outcome-unknown';

function outcomeUnknown(cause: unknown): MappingError {
  return new MappingError(outcomeUnknownId, 'It is not known whether the rows were stored.', {
    status: 503,
    cause,
  });
}

function isOfId(error: unknown, id: string): boolean {
  return error instanceof MappingError && error.id === id;
}

/** Whether an append failed without it being known whether its rows were stored. */
export function isOutcomeUnknown(error: unknown): boolean {
  return isOfId(error, outcomeUnknownId);
}

/** The matching of a file with a layer. */
export interface FieldMatch {
  matched: { field: HostedField; source: string }[];
  /** Fields of the layer that the file does not fill, and of the file that are neither in the layer nor coordinates. */
  empty: HostedField[];
  unused: string[];
  /** Whether the geometry of the file is that of the layer. */
  isSameGeometry: boolean;
}

const kindOfGeometry = (type: string | null | undefined) => type?.replace('Multipoint', 'Point') ?? null;

export function matchLayer(
  layer: HostedLayer,
  source: UploadLayer,
  { coordinates }: Pick<UploadPreview, 'coordinates'> = {},
): FieldMatch {
  const own = [layer.objectIdField, layer.globalIdField, ...Object.values(layer.editFieldsInfo ?? {})];
  const fields = layer.fields.filter(({ name, editable }) => editable !== false && !own.includes(name));
  const names = matchFields(fields, source.fields);
  const used = new Set([...names.values(), ...own, ...Object.values(coordinates ?? {})]);
  return {
    matched: fields.flatMap((field) => {
      const name = names.get(field.name);
      return name === undefined ? [] : [{ field, source: name }];
    }),
    empty: fields.filter(({ name }) => !names.has(name)),
    unused: source.fields.map(({ name }) => name).filter((name) => !used.has(name)),
    isSameGeometry:
      kindOfGeometry(layer.geometryType) === null ||
      source.geometryType === null ||
      kindOfGeometry(layer.geometryType) === kindOfGeometry(source.geometryType),
  };
}

/** The fields with a unique index that the file fills: rows with the same value match. */
export function keyFields({ indexes = [] }: HostedLayer, { matched }: FieldMatch): HostedField[] {
  return matched
    .map(({ field }) => field)
    .filter(({ name }) =>
      indexes.some(({ fields, isUnique }) => isUnique && fields.toLowerCase() === name.toLowerCase()),
    );
}
