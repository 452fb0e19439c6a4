import { createHash } from 'node:crypto';
import { layerFields } from '../../examples/astana/layer-fields.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Vault } from '../platform/safety/vault.ts';
import { createGroup } from '../portal/community/create-group.ts';
import { createUser } from '../portal/community/create-user.ts';
import { findGroup } from '../portal/community/group-store.ts';
import { findUser } from '../portal/community/user-store.ts';
import { readPicture } from '../portal/content/files/thumbnail.ts';
import { addFolder } from '../portal/content/folders/folder-operations.ts';
import { findFolder } from '../portal/content/folders/folder-store.ts';
import { addItem } from '../portal/content/items/create-item.ts';
import { deleteItem, findItem } from '../portal/content/items/item-store.ts';
import { registerApp } from '../portal/identity/register-app.ts';
import type { PortalContext } from '../portal/operation.ts';
import { moveUser } from '../portal/organisation/move-user-store.ts';
import { ensureOrganisation, nameOrganisation } from '../portal/organisation/portal-organisation-store.ts';
import { loadGazetteerFile } from '../gis/geocode/gazetteer/load-gazetteer-file.ts';
import { createHostedLayer } from '../gis/storage/create-hosted-layer.ts';
import type { FieldInput, SourceFeature } from '../gis/storage/service-input.ts';
import { findService } from '../gis/storage/service-store.ts';
import { waterBoardPortal } from './demo-services.ts';
import { loadedDemo, recordDemo, loadedLayer, recordLayer } from './fact-store.ts';
import { demoUsers, stableId } from './users.ts';
import { loadConfig, loadCredentials } from './load-config.ts';
import { loadReportLayer, reportItem } from './load-reports.ts';
import { type DemoContent, type DemoItem, readDemo, readLayer } from './read-demo.ts';

const types = {
  text: 'esriFieldTypeString',
  whole: 'esriFieldTypeInteger',
  number: 'esriFieldTypeDouble',
  // Beyond 32 bits, which some clients cannot handle.
  id: 'esriFieldTypeString',
  date: 'esriFieldTypeDate',
} as const;

const textLength = 255;

/**
 * Updates the hosted layer of an item to the demo content of this version. An up-to-date layer is kept, and
 * so is one that users have edited since.
 */
export async function loadHostedLayer(database: Database, item: DemoItem): Promise<void> {
  if (!item.hosted) return;
  const { serviceName, geometryType, editable, time, bytes, drawingInfo } = item.hosted;
  const { key, owner, title, description, credits } = item;
  const fingerprint = createHash('sha256')
    .update(bytes)
    .update(
      JSON.stringify([layerFields, geometryType, editable, time, drawingInfo, title, description, credits]),
    )
    .digest('hex');
  const loaded = await loadedLayer(database, key);
  const existing = await findService(database, serviceName, 'root');
  if (existing && loaded) {
    const [layer] = existing.layers;
    // Views show its features, so it stays as it is.
    if (existing.service.hasViews) return;
    if (loaded.fingerprint === fingerprint || layer?.editedAt !== loaded.editedAt) return;
  }
  const features = readLayer(bytes);
  await createHostedLayer(
    { database },
    {
      serviceName,
      itemId: stableId('item', key),
      description,
      copyright: credits,
      capabilities: editable ? 'Create,Delete,Query,Update,Editing,Extract' : 'Query,Extract',
      creator: owner,
      replace: true,
      layers: [
        {
          name: title,
          geometryType,
          fields: fieldsOf(features),
          displayField: 'label',
          features,
          drawingInfo,
          ...(time && { timeInfo: { startTimeField: time, endTimeField: null } }),
          ...(editable && { editorTracking: true, hasAttachments: true }),
        },
      ],
    },
  );
  const made = await findService(database, serviceName, 'root');
  await recordLayer(database, key, { fingerprint, editedAt: made?.layers[0]?.editedAt ?? 0 });
}

/** The fields that features use. */
function fieldsOf(features: readonly SourceFeature[]): FieldInput[] {
  const used = new Set(features.flatMap(({ properties }) => Object.keys(properties ?? {})));
  return layerFields
    .filter(({ name }) => used.has(name))
    .map(({ name, alias, type, indexed }) => ({
      name,
      alias,
      type: types[type],
      ...(type === 'text' && { length: textLength }),
      ...(type === 'id' && { length: 20, editable: false }),
      ...(indexed && { indexed }),
    }));
}

/**
 * Updates an installation to the demo content of this version: organisations, users, groups, folders, hosted
 * layers, items. Does nothing when it is up to date. What users have saved since is kept.
 */
export async function loadDemo(context: PortalContext, vault?: Vault): Promise<void> {
  const demo = await readDemo(context.publicUrl);
  if ((await loadedDemo(context.database)) === demo.fingerprint) return;
  console.log('Loading the demo city (a few seconds, once) …');
  for (const gazetteer of demo.gazetteers) await loadGazetteerFile(context.database, gazetteer);
  await loadOrganisations(context);
  await loadUsers(context, demo);
  await loadGroups(context, demo);
  for (const item of demo.items) {
    await loadHostedLayer(context.database, item);
    await loadItem(context, item);
  }
  await loadReportLayer(context.database);
  await loadItem(context, await reportItem(context.publicUrl));
  for (const organisation of demo.organisations) {
    const { name, config } = organisation;
    if (await loadConfig(context.database, organisation))
      await loadCredentials(context.database, vault, name, config, context.now());
  }
  for (const { name } of demo.organisations) {
    const orgId = (await context.organisations.byUrlKey(name))?.id;
    await registerApp(context, {
      clientId: `mapping-${name}`,
      ...(orgId !== undefined && { orgId }),
      title: 'Mapping',
      redirectUris: redirectUris(context.publicUrl, name),
    });
  }
  await recordDemo(context.database, demo.fingerprint);
}

/** The city is the installation's own portal organisation; the water board is a second one. */
async function loadOrganisations({ database, portal, now }: PortalContext): Promise<void> {
  await nameOrganisation(database, portal.id, 'demo');
  await ensureOrganisation(database, { urlKey: 'esil', settings: waterBoardPortal, now: now() });
}

async function loadUsers(context: PortalContext, demo: DemoContent): Promise<void> {
  for (const { organisation, ...person } of demoUsers) {
    const portal = await context.organisations.byUrlKey(organisation);
    if (!portal) throw new Error(`The demo has no organisation ${organisation}.`);
    const existing = await findUser(context.database, person.username);
    if (!existing) await createUser({ ...context, portal }, person);
    // An installation from before organisations had their own users.
    else if (existing.org_id !== portal.id) await moveUser(context.database, person.username, portal.id);
  }
  for (const { key, owner, title } of demo.folders) {
    const id = stableId('folder', key);
    if (!(await findFolder(context.database, owner, id))) await addFolder(context, owner, { id, title });
  }
}

async function loadGroups(context: PortalContext, demo: DemoContent): Promise<void> {
  for (const { key, ...group } of demo.groups) {
    const id = stableId('group', key);
    if (!(await findGroup(context.database, id, undefined))) await createGroup(context, { ...group, id });
  }
}

async function loadItem(context: PortalContext, item: DemoItem): Promise<void> {
  const id = stableId('item', item.key);
  const existing = await findItem(context.database, id);
  if (existing && existing.modified_at !== existing.created_at) return;
  if (existing) await deleteItem(context.database, id);
  const [west, south, east, north] = item.extent;
  await addItem(context, item.owner, {
    id,
    type: item.type,
    type_keywords: item.typeKeywords,
    title: item.title,
    snippet: item.snippet,
    description: item.description,
    tags: item.tags,
    categories: item.categories ?? [],
    access: item.access,
    groups: item.groups.map((key) => stableId('group', key)),
    folder_id: item.folder ? stableId('folder', item.folder) : null,
    url: item.url ?? null,
    access_information: item.credits,
    license_info: item.licence,
    west,
    south,
    east,
    north,
    ...(item.data && { data: item.data }),
    thumbnail: readPicture(item.thumbnail.name, item.thumbnail.bytes),
  });
}

/** The server on a laptop is opened by either name; sign-in must return to the one in use. */
function redirectUris(publicUrl: string, organisation: string): string[] {
  const origins = new Set([publicUrl, publicUrl.replace('//localhost:', '//127.0.0.1:')]);
  return [...origins].map((origin) => `${origin}/${organisation}/signed-in`);
}
