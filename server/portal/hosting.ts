import type { Database } from '../platform/database/connect.ts';
import { MappingError } from '../../wire/errors.ts';
import type { UploadPreview, UploadProgress } from '../../wire/upload.ts';

/** A file on disk, and the name people gave it. */
export interface HostedFile {
  path: string;
  name: string;
}

/** What a person says about a file; the rest is guessed. */
export interface FileChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  longitude?: string | undefined;
  latitude?: string | undefined;
  noCoordinates?: boolean | undefined;
  wkid?: number | undefined;
}

/** A service to be, as its item describes it. */
export interface ServiceWanted {
  /** The portal organisation whose service it becomes. */
  orgId: string;
  serviceName: string;
  itemId: string;
  description: string;
  copyright: string;
  capabilities: 'Query' | 'Create,Delete,Query,Update,Editing';
  /** In place of the service of this name. */
  replace: boolean;
  creator: string;
}

/** What came of a service: for its item. */
export interface ServiceMade {
  layers: readonly { name: string; geometryType: string | null; featureCount: number }[];
  /** WGS84 degrees. */
  extent: { west: number; south: number; east: number; north: number } | undefined;
}

/** Work for the item, in the transaction that makes the service. */
export type Finish = (transaction: Database, made: ServiceMade) => Promise<void>;

/** What the portal needs of the server whose services are its items. The composition connects the two. */
export interface ServiceHosting {
  /** The item of an organisation's service (in any case): null for one without, undefined when there is no such service. */
  findOwnerOf(orgId: string, serviceName: string): Promise<string | null | undefined>;
  /** Removes the services of an item, as part of the caller's transaction. */
  deleteServicesOf(transaction: Database, itemId: string): Promise<void>;
  /** @param signal ends it when nobody waits for it any more */
  preview(file: HostedFile, choices: FileChoices, signal?: AbortSignal): Promise<UploadPreview>;
  publish(
    file: HostedFile,
    choices: FileChoices,
    wanted: ServiceWanted,
    job: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void; finish: Finish },
  ): Promise<void>;
  /** Makes a service of layers without features; `layers` as ArcGIS describes them. */
  createEmpty(wanted: ServiceWanted, layers: unknown, finish: Finish): Promise<void>;
}

const nobody = () =>
  Promise.reject(new MappingError('portal:no-hosting', 'This portal hosts no services.', { status: 400 }));

/** A portal alone, as tests of its other parts use it. */
export const noHosting: ServiceHosting = {
  findOwnerOf: () => Promise.resolve(undefined),
  deleteServicesOf: () => Promise.resolve(),
  preview: nobody,
  publish: nobody,
  createEmpty: nobody,
};
