import { z } from 'zod';
import { boolean, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readServiceCapabilities } from '../../../platform/arcgis/service-capabilities.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { coded } from '../../../../wire/refusals.ts';
import type { UploadProgress } from '../../../../wire/upload.ts';
import { limits } from '../../../limits.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { CreatedService, FileChoices, NewService } from '../../hosting.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { spoolItemData } from '../item-data/get-item-data.ts';
import { type LoadedItem, loadItem } from '../items/load-item.ts';
import { checkRequirement, type Requirement } from '../../access/privileges.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { withUploadTime } from '../../quotas/upload-time-store.ts';
import { addRelation } from '../relations/relation-store.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { serviceNameOf } from './analyze.ts';
import { completeJob } from './job-store.ts';
import { otherParameters, readLayerChoices } from './publish-parameters.ts';
import { readChoices } from './read-choices.ts';
import { withRightsNow } from './rights-now.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import {
  addServiceItem,
  renewServiceItem,
  type ServiceItem,
  type ServiceKind,
  serviceUrl,
} from './service-item.ts';

const schema = z.object({
  ...otherParameters,
  itemid: z.string().optional(),
  outputType: z.string().optional(),
  publishParameters: jsonObject.default({}),
  overwrite: boolean.default(false),
  folderId: z.string().optional(),
});

/** Where and how a file is published. */
interface Publication {
  source: LoadedItem;
  item: ServiceItem & { type: ServiceKind };
  /** The item whose service is replaced. */
  replaced: LoadedItem | undefined;
  wanted: NewService;
  choices: FileChoices;
  jobId: string;
}

/**
 * `content/users/{user}[/{folder}]/publish`: publishes the file of an item as a hosted feature service, an archive of tiles as a
 * vector tile service, in the background; with `overwrite=true` replacing the service of that name. `items/{serviceItemId}/status`
 * reports the progress. The service's item is created together with the service, when all of the file is
 * stored.
 */
export const publish: Operation = async (call) => {
  const { context, request } = call;
  const publication = await readPublication(call);
  const { item, source, jobId } = publication;
  const job = { id: jobId, itemId: item.id, sourceId: source.id, username: publication.wanted.creator };
  await context.publishing.start(
    job,
    (signal, onProgress) =>
      withUploadTime(call, limits.uploadMinutes * 60, () => run(call, publication, signal, onProgress)),
    (error) => request.log.error({ err: error, jobId }, 'publishing failed'),
  );
  const url = serviceUrl(context, item.serviceName, item.type);
  return {
    services: [
      {
        type: item.type,
        serviceurl: url,
        encodedServiceURL: url,
        size: source.size,
        jobId,
        serviceItemId: item.id,
        success: true,
      },
    ],
  };
};

async function run(
  call: PortalCall,
  { source, item, replaced, wanted, choices, jobId }: Publication,
  signal: AbortSignal,
  onProgress: (progress: UploadProgress) => void,
): Promise<void> {
  const { context } = call;
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-publish-'));
  try {
    const place = path.join(folder, 'file');
    const version = await spoolItemData(context.database, source.id, place);
    if (version === undefined) throw parameterError('itemid', 'The item has no file.');
    const file = { path: place, name: source.name ?? source.title, version };
    const job = {
      signal,
      onProgress,
      async finish(transaction: Database, made: CreatedService) {
        const now = await withRightsNow(call, transaction, kindNeeds[item.type]);
        for (const { id } of replaced ? [source, replaced] : [source])
          await loadItem({ ...now, path: { id } }, 'change');
        if (replaced) await renewServiceItem(context, transaction, item.id, made, source.size);
        else await addServiceItem(context, transaction, item, made);
        await addRelation(transaction, {
          origin_id: item.id,
          destination_id: source.id,
          type: 'Service2Data',
        });
        const act = replaced ? 'item.changed' : 'item.added';
        await recordActOnOthers(transaction, call, replaced ?? item, { act });
        await completeJob(transaction, jobId, {});
      },
    };
    if (item.type === 'Vector Tile Service') await context.hosting.publishTiles(file, wanted, job);
    else await context.hosting.publish(file, choices, wanted, job);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readPublication(call: PortalCall): Promise<Publication> {
  const { context, parameters, path: address, caller } = call;
  const owner = await loadOwner(call);
  const input = readOperation(schema, parameters);
  const { itemid: id, publishParameters: given } = input;
  const folder = await loadFolder(context.database, owner, address['folder'] ?? input.folderId);
  if (id === undefined)
    throw parameterError('itemid', 'Specify the id of the item with the file; addItem takes the file.');
  const source = await loadItem({ ...call, path: { id } }, 'change');
  if (call.files.some(({ size }) => size > 0))
    throw parameterError('file', 'Add the file as an item with addItem, and publish that.');
  const type = readKind(input, source);
  checkRequirement(caller, kindNeeds[type]);
  const { layer, capabilities } = readLayerChoices(given);
  const serviceName = readServiceName(given['name'], source);
  const replaced = await findTarget(call, serviceName, input.overwrite ? type : undefined);
  const itemId = replaced?.id ?? randomId();
  const text = (name: string) =>
    typeof given[name] === 'string' ? (given[name] as string).slice(0, 100_000) : undefined;
  const copyright = text('copyrightText') ?? source.access_information;
  return {
    source,
    replaced,
    jobId: randomId(),
    choices: { ...readChoices(given), layer },
    item: {
      id: itemId,
      type,
      owner,
      // The folder of another user would not be the owner's to open, nor that user's to delete.
      folderId: folder?.id ?? (source.owner === owner ? source.folder_id : null),
      serviceName,
      title: source.title,
      snippet: source.snippet,
      description: text('description') ?? source.description,
      tags: source.tags,
      accessInformation: copyright,
      licenseInfo: source.license_info,
      size: source.size,
    },
    wanted: {
      orgId: context.portal.id,
      serviceName,
      itemId,
      description: text('description') ?? source.snippet,
      copyright,
      capabilities: readCapabilities(capabilities),
      replace: replaced !== undefined,
      creator: caller.kind === 'member' ? caller.username : owner,
    },
  };
}

/** The privilege that a kind of service needs; the route asks for that of features. */
const kindNeeds: Readonly<Record<ServiceKind, Requirement>> = {
  'Feature Service': 'portal:publisher:publishFeatures',
  'Vector Tile Service': 'portal:publisher:publishTiles',
};

/** The type of item for archives of tiles, which ArcGIS does not have. */
const tileArchive = 'PMTiles';

/** What the file becomes; `outputType` can only be that. */
function readKind(
  { filetype, outputType }: Pick<z.output<typeof schema>, 'filetype' | 'outputType'>,
  source: LoadedItem,
): ServiceKind {
  const isTiles = [filetype, source.type].some((type) => type?.toLowerCase() === tileArchive.toLowerCase());
  const possible = isTiles ? 'vectorTiles' : 'featureService';
  if (outputType !== undefined && outputType.toLowerCase() !== possible.toLowerCase())
    throw parameterError(
      'outputType',
      isTiles
        ? 'An archive of tiles becomes a vector tile service (vectorTiles).'
        : 'Only feature services are published. Each of them is served as vector tiles as well.',
    );
  return isTiles ? 'Vector Tile Service' : 'Feature Service';
}

function readServiceName(given: unknown, source: LoadedItem): string {
  if (given === undefined) return serviceNameOf(path.parse(source.name ?? source.title).name);
  if (typeof given === 'string' && /^[A-Za-z0-9_-]{1,120}$/.test(given)) return given;
  throw parameterError('name', 'Service names consist of letters, digits, hyphens and underscores.');
}

/** Offline copies need the history of every layer, and a service that does not exist yet has none. */
const noSyncYet =
  'Sync needs the history of every layer. Create the service, set isDataArchived of its layers, then turn on Sync with updateDefinition.';

/** The capabilities of a new service. @throws MappingError `arcgis:invalid-parameter` (400) */
export function readCapabilities(given: unknown): NewService['capabilities'] {
  if (given === undefined || given === null || given === '') return 'Query';
  if (typeof given !== 'string' || given.length > limits.listCharacters)
    throw parameterError('capabilities', 'Specify names separated by commas.');
  const wanted = given.split(',').map((name) => name.trim());
  if (wanted.includes('Sync')) throw parameterError('capabilities', noSyncYet);
  return readServiceCapabilities(wanted, 'capabilities').join(',');
}

/**
 * The item of the service to replace, which the caller must control; undefined for a new one.
 * @param overwrite the kind of service that may be replaced
 */
async function findTarget(
  call: PortalCall,
  name: string,
  overwrite: ServiceKind | undefined,
): Promise<LoadedItem | undefined> {
  const owning = await call.context.hosting.findOwnerOf(call.context.portal.id, name);
  if (owning === undefined) return undefined;
  if (overwrite === undefined || owning === null) throw serviceExists(name);
  const replaced = await loadItem({ ...call, path: { id: owning } }, 'change');
  if (replaced.type !== overwrite) throw serviceExists(name);
  return replaced;
}

function serviceExists(name: string): MappingError {
  return new MappingError(
    'portal:service-exists',
    `The service ${name} already exists. Choose another name.`,
    {
      status: 400,
      faults: [
        {
          path: 'name',
          message: `The service ${name} already exists.`,
          ...coded('service-exists', { name }),
        },
      ],
    },
  );
}
