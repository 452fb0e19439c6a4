import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { readRecipe, type Recipe, serverAnalyses, toolNeeds } from '../../../../wire/analysis.ts';
import { limits } from '../../../limits.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { json, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { isInside, mayItem } from '../../access/item-policy.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import type { AnalysisSource, RunAnalysis } from '../../hosting.ts';
import { randomId } from '../../identity/random-token.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { withUploadTime } from '../../quotas/upload-time-store.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { updateItem } from '../items/item-store.ts';
import { loadItem } from '../items/load-item.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { completeJob } from './job-store.ts';
import { serviceNameOf } from './analyze.ts';
import { withRightsNow } from './rights-now.ts';
import { addServiceItem, type ServiceItem, serviceUrl } from './service-item.ts';
import { storedJson } from '../../../platform/safety/stored-text.ts';

const schema = z.object({
  recipe: z.string('Specify a tool and its settings.').pipe(jsonObject),
  input: z.string('Specify the layer to analyse.').pipe(json),
  other: json.optional(),
  wkid: z.coerce.number().int().default(3857),
  title: z
    .string('Specify a title for the result.')
    .trim()
    .min(1, 'Specify a title for the result.')
    .max(limits.itemTitle),
  folderId: z.string().optional(),
});

const sourceSchema = z.object({
  url: z.string().max(2000),
  where: z.string().max(100_000).optional(),
  objectIds: z.array(z.number().int()).max(serverAnalyses.ids).optional(),
});

/** The privilege of those who analyse layers. */
export const analysisNeeds = 'portal:publisher:publishFeatures';

interface Analysis {
  run: RunAnalysis;
  recipe: Recipe;
  item: ServiceItem;
  /** The items of the inputs. */
  sourceIds: readonly string[];
  username: string;
}

/**
 * `content/users/{user}[/{folder}]/analysis`: computes a hosted layer from others, which the caller may see, in the background and
 * with the code that browsers run. `recipe` is that of a map's layer (`wire/analysis.ts`); `input` and `other` are layers,
 * `{"url": "…/FeatureServer/0", "where": "…", "objectIds": […]}`. `items/{serviceItemId}/status` reports the progress, and
 * `items/{serviceItemId}/cancel` ends it. The item is created with the service, and has the recipe among its properties.
 */
export const analyseLayers: Operation = async (call) => {
  const { context, request } = call;
  const analysis = await readAnalysis(call);
  const { item, username } = analysis;
  const jobId = randomId();
  await context.analysing.start(
    { id: jobId, itemId: item.id, sourceId: analysisSource(item.id), username },
    (signal, onProgress) =>
      withUploadTime(call, serverAnalyses.minutes * 60, () =>
        run(call, analysis, jobId, { signal, onProgress }),
      ),
    (error) => request.log.error({ err: error, jobId }, 'an analysis failed'),
  );
  return { jobId, serviceItemId: item.id, serviceurl: serviceUrl(context, item.serviceName), success: true };
};

/** Distinguishes such jobs from those that publish a file: an analysis is not one of its inputs. */
export function analysisSource(itemId: string): string {
  return `analysis:${itemId}`;
}

async function run(
  call: PortalCall,
  { run: compute, recipe, item, sourceIds, username }: Analysis,
  jobId: string,
  job: Pick<Parameters<RunAnalysis>[1], 'signal' | 'onProgress'>,
): Promise<void> {
  const { context } = call;
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-analysis-'));
  const wanted = {
    orgId: context.portal.id,
    serviceName: item.serviceName,
    itemId: item.id,
    description: item.snippet,
    copyright: item.accessInformation,
    capabilities: 'Query',
    replace: false,
    creator: username,
  };
  try {
    await compute(wanted, {
      ...job,
      file: path.join(folder, 'rows'),
      async finish(transaction, made, { repaired }) {
        const now = await withRightsNow(call, transaction, analysisNeeds);
        for (const id of sourceIds) await loadItem({ ...now, path: { id } }, 'see');
        await addServiceItem(context, transaction, item, made);
        const properties = storedJson({ mappingRecipe: recipe, repaired });
        await updateItem(transaction, item.id, { properties });
        await recordActOnOthers(transaction, call, item, { act: 'item.added' });
        await completeJob(transaction, jobId, {});
      },
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readAnalysis(call: PortalCall): Promise<Analysis> {
  const { context, caller, parameters, path: address } = call;
  const owner = await loadOwner(call);
  const given = readOperation(schema, parameters);
  const folder = await loadFolder(context.database, owner, address['folder'] ?? given.folderId);
  const first = readSource(given.input, 'input');
  const second = given.other === undefined ? undefined : readSource(given.other, 'other');
  const recipe = readRecipe({
    ...given.recipe,
    input: first.url,
    ...(second && { other: second.url }),
    onlySelected: first.objectIds !== undefined,
  });
  if (!recipe)
    throw parameterError(
      'recipe',
      'Specify a tool with what it needs, such as {"tool": "buffer", "metres": 100}.',
    );
  const input = await findSource(call, first, 'input');
  const other = second && toolNeeds[recipe.tool].other ? await findSource(call, second, 'other') : undefined;
  const username = caller.kind === 'member' ? caller.username : owner;
  const { title, wkid } = given;
  const clauseContext = { now: context.now(), user: username };
  const id = randomId();
  return {
    run: await context.hosting.prepareAnalysis({ recipe, input, other, wkid, title, clauseContext }),
    recipe,
    sourceIds: other ? [input.itemId, other.itemId] : [input.itemId],
    username,
    item: {
      id,
      owner,
      folderId: folder?.id ?? null,
      // With a part of the id, since the same analysis may be run again.
      serviceName: `${serviceNameOf(title).slice(0, 100)}_${id.slice(0, 8)}`,
      title,
      snippet: '',
      description: '',
      tags: [],
      accessInformation: '',
      licenseInfo: '',
      size: 0,
    },
  };
}

function readSource(given: unknown, name: string): z.output<typeof sourceSchema> {
  const read = sourceSchema.safeParse(given);
  if (read.success) return read.data;
  throw parameterError(name, 'Specify a layer as {"url": "…/FeatureServer/0"}.');
}

/** The item of a layer of this organisation, which the caller may see. */
async function findSource(
  { context, caller }: PortalCall,
  { url, where, objectIds }: z.output<typeof sourceSchema>,
  name: string,
): Promise<AnalysisSource> {
  const base = serviceUrl(context, '').replace(/\/FeatureServer$/, '');
  const [, serviceName, layerId] =
    /^([\w-]+)\/FeatureServer\/(\d{1,9})$/i.exec(url.startsWith(base) ? url.slice(base.length) : '') ?? [];
  const itemId =
    serviceName === undefined ? undefined : await context.hosting.findOwnerOf(context.portal.id, serviceName);
  if (!itemId) throw parameterError(name, 'The server analyses layers that it hosts for this organisation.');
  const item = await loadItem({ context, caller, path: { id: itemId } }, 'see');
  return {
    itemId,
    layerId: Number(layerId),
    where,
    objectIds,
    isOutside: !isInside(caller, item.org_id, item.groupIds) && !mayItem(caller, 'change', item),
  };
}
