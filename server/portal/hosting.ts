import type { Database } from '../platform/database/connect.ts';
import type { Recipe } from '../../wire/analysis.ts';
import { MappingError } from '../../wire/errors.ts';
import type { UploadPreview, UploadProgress } from '../../wire/upload.ts';
import type { Caller } from './caller.ts';

/** A file on disk, and its original name. */
export interface HostedFile {
  path: string;
  name: string;
}

/** The file of an item, with the version of its stored bytes. */
export interface StoredFile extends HostedFile {
  version: string;
}

/** Choices for the layers that a file becomes. */
export interface LayerChoices {
  /** Of a file with one layer. */
  name?: string | undefined;
  wkid?: number | undefined;
  /** The most features of a response. */
  maxRecordCount?: number | undefined;
  /** What a layer of the file is expected to have: esriGeometryPoint …; null for a table. */
  geometryType?: string | null | undefined;
  fields?: readonly FieldChoice[] | undefined;
}

/** What a field of the file gets instead of its name and of the type that fits its values. */
export interface FieldChoice {
  /** Its name in the file. */
  name: string;
  alias?: string | undefined;
  /** An esriFieldType. */
  type?: string | undefined;
  /** Maximum length in characters; texts only. */
  length?: number | undefined;
}

/** Choices of a user for a file; the rest is guessed. */
export interface FileChoices {
  encoding?: string | undefined;
  delimiter?: string | undefined;
  longitude?: string | undefined;
  latitude?: string | undefined;
  noCoordinates?: boolean | undefined;
  wkid?: number | undefined;
  /** What layers get instead of what the file decides. */
  layer?: LayerChoices | undefined;
}

/** A service to create, as its item describes it. */
export interface NewService {
  /** The portal organisation that will own the service. */
  orgId: string;
  serviceName: string;
  itemId: string;
  description: string;
  copyright: string;
  capabilities: string;
  /** Whether its layers, which are added later, show features of other services. */
  isView?: boolean;
  /** Replaces the service of this name. */
  replace: boolean;
  creator: string;
}

/** A created service, for its item. */
export interface CreatedService {
  layers: readonly { name: string; geometryType: string | null; featureCount: number }[];
  /** WGS84 degrees. */
  extent: { west: number; south: number; east: number; north: number } | undefined;
  /** The credits that the file brings, if any. */
  credits?: string;
}

/** What the requester of an export may do. */
export interface ExportRights {
  /** Whether the requester belongs neither to the organisation of the item nor to a group it is shared with. */
  isOutside?: boolean;
  /** Whether the requester may change the item; others need the owner's permission. */
  mayChange?: boolean;
}

/** What to export of a service. */
export interface ExportOptions extends ExportRights {
  /** As the ArcGIS REST API names it. */
  format: string;
  /** Some of its layers; all of them when absent. */
  layers?: readonly { id: number; where?: string | undefined }[] | undefined;
  /** The spatial reference of the file, where its format leaves a choice. */
  wkid?: number | undefined;
  /** Epoch milliseconds, and the username of the requester. */
  clauseContext: { now: number; user: string | null };
}

/** An export that can be carried out. */
export interface LayerExport {
  layerCount: number;
  /** About how many features it has. */
  featureCount: number;
  /** Writes the file; `folder` is for its parts. @returns its bytes */
  write(
    place: { folder: string; file: string },
    job: { signal: AbortSignal; onProgress: (written: number) => void },
  ): Promise<number>;
}

/** A layer that an analysis uses: of the service of an item, and which of its features. */
export interface AnalysisSource {
  itemId: string;
  layerId: number;
  where?: string | undefined;
  objectIds?: readonly number[] | undefined;
  isOutside: boolean;
}

export interface AnalysisOptions {
  recipe: Recipe;
  input: AnalysisSource;
  other?: AnalysisSource | undefined;
  wkid: number;
  title: string;
  clauseContext: { now: number; user: string | null };
}

/** Runs an analysis that was checked, and creates the service of its result; `file` is for its rows. */
export type RunAnalysis = (
  wanted: NewService,
  job: {
    file: string;
    signal: AbortSignal;
    onProgress: (progress: UploadProgress) => void;
    finish: (transaction: Database, made: CreatedService, facts: { repaired: number }) => Promise<void>;
  },
) => Promise<void>;

/** Work for the item, in the transaction that creates the service. */
export type Finish = (transaction: Database, made: CreatedService) => Promise<void>;

/**
 * What the portal requires from the server that hosts the services of its items. The composition connects the
 * two.
 */
export interface ServiceHosting {
  /**
   * The item of an organisation's service (in any case): null without one, undefined for an unknown service.
   */
  findOwnerOf(orgId: string, serviceName: string): Promise<string | null | undefined>;
  /** Deletes the services of an item, as part of the caller's transaction. */
  deleteServicesOf(transaction: Database, itemId: string): Promise<void>;
  /** @param signal aborts it when its requester has disconnected */
  preview(file: HostedFile, choices: FileChoices, signal?: AbortSignal): Promise<UploadPreview>;
  /** A feature collection as JSON; nothing is stored. */
  generate(file: HostedFile, choices: FileChoices, most: number, signal?: AbortSignal): Promise<string>;
  publish(
    file: HostedFile,
    choices: FileChoices,
    wanted: NewService,
    job: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void; finish: Finish },
  ): Promise<void>;
  /** Publishes an archive of vector tiles; the service shares the bytes of the file. */
  publishTiles(
    file: StoredFile,
    wanted: NewService,
    job: { signal: AbortSignal; onProgress: (progress: UploadProgress) => void; finish: Finish },
  ): Promise<void>;
  /**
   * The style of the vector tiles at an address, its own addresses absolute; undefined where no service is hosted that the caller
   * may read.
   */
  findStyle(tilesUrl: string, caller: Caller): Promise<object | undefined>;
  /** Creates a service with empty layers; `definition` is ArcGIS' `createParameters`. */
  createEmpty(
    wanted: NewService,
    definition: Readonly<Record<string, unknown>>,
    finish: Finish,
  ): Promise<void>;
  /** Checks an export of the service of an item; undefined for an item without a service here. */
  prepareExport(itemId: string, wanted: ExportOptions): Promise<LayerExport | undefined>;
  /** @throws MappingError when the owner of a service has closed it to the requester since the export began */
  mustExport(transaction: Database, itemId: string, rights: ExportRights): Promise<void>;
  /** Checks an analysis of hosted layers. */
  prepareAnalysis(wanted: AnalysisOptions): Promise<RunAnalysis>;
  /** Ends the threads of exports and analyses. */
  close(): Promise<void>;
}

const refuse = () =>
  Promise.reject(new MappingError('portal:no-hosting', 'This portal hosts no services.', { status: 400 }));

/** A portal without hosting, as used by tests of its other parts. */
export const noHosting: ServiceHosting = {
  findOwnerOf: () => Promise.resolve(undefined),
  deleteServicesOf: () => Promise.resolve(),
  preview: refuse,
  generate: refuse,
  publish: refuse,
  publishTiles: refuse,
  findStyle: () => Promise.resolve(undefined),
  createEmpty: refuse,
  prepareExport: () => Promise.resolve(undefined),
  mustExport: refuse,
  prepareAnalysis: refuse,
  close: () => Promise.resolve(),
};
