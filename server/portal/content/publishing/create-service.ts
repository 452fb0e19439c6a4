import { z } from 'zod';
import { boolean, jsonObject, readOperation } from '../../../platform/arcgis/schema.ts';
import { nothing } from '../../../platform/arcgis/unsupported.ts';
import { coded } from '../../../../wire/refusals.ts';
import type { Operation } from '../../operation.ts';
import { randomId } from '../../identity/random-token.ts';
import { loadFolder } from '../folders/folder-store.ts';
import { readItemFiles, saveItemFiles } from '../items/item-files.ts';
import { invalidItem, readItemInput } from '../items/item-input.ts';
import { loadOwner } from '../../community/users/load-user.ts';
import { recordActOnOthers } from '../record-item-act.ts';
import { readCapabilities } from './publish.ts';
import { parameterError } from '../../../platform/arcgis/parameters.ts';
import { addServiceItem, serviceUrl } from './service-item.ts';

const schema = z.object({
  createParameters: jsonObject.default({}),
  isView: boolean.default(false),
  outputType: z
    .string()
    .default('featureService')
    .refine((type) => type === 'featureService', 'Only feature services can be created.'),
  folderId: z.string().optional(),
  itemIdToCreate: nothing('itemIdToCreate is not supported. The portal chooses the ids of items.'),
  url: nothing('url is not supported. The service gets its address here.'),
  typeKeywords: nothing('typeKeywords is not supported. Set them with update when the service exists.'),
});

/**
 * `content/users/{user}[/{folder}]/createService`: a hosted feature service with the given layers, or none;
 * with `isView` one whose layers show features of other services.
 */
export const createService: Operation = async (call) => {
  const { context, caller, parameters, path } = call;
  const owner = await loadOwner(call);
  const { createParameters: given, ...input } = readOperation(schema, parameters);
  const folder = await loadFolder(context.database, owner, path['folder'] ?? input.folderId);
  if (!['boolean', 'undefined'].includes(typeof (given['isView'] ?? undefined)))
    throw parameterError('createParameters.isView', 'This must be true or false.');
  const isView = input.isView || given['isView'] === true;
  if (isView && [given['layers'], given['tables']].some((list) => Array.isArray(list) && list.length > 0))
    throw parameterError(
      'layers',
      'A view is created empty. Add layers of other services with addToDefinition.',
    );
  const { name } = given;
  if (typeof name !== 'string' || !/^[A-Za-z0-9_-]{1,120}$/.test(name))
    throw parameterError('name', 'Service names consist of letters, digits, hyphens and underscores.');
  if ((await context.hosting.findOwnerOf(context.portal.id, name)) !== undefined)
    throw invalidItem([
      { path: 'name', message: `The service ${name} already exists.`, ...coded('service-exists', { name }) },
    ]);
  const text = (key: string) =>
    typeof given[key] === 'string' ? (given[key] as string).slice(0, 100_000) : '';
  const {
    type: _type,
    title = name,
    snippet = text('serviceDescription').slice(0, 2048),
    description = text('description'),
    tags = [],
    ...others
  } = readItemInput(parameters);
  const itemFiles = await readItemFiles(call);
  const item = {
    id: randomId(),
    owner,
    folderId: folder?.id ?? null,
    serviceName: name,
    title,
    snippet,
    description,
    tags,
    accessInformation: text('copyrightText'),
    licenseInfo: '',
    size: 0,
    isView,
    others,
  };
  const wanted = {
    orgId: context.portal.id,
    serviceName: name,
    itemId: item.id,
    description: item.snippet,
    copyright: item.accessInformation,
    capabilities: readCapabilities(given['capabilities']),
    isView,
    replace: false,
    creator: caller.kind === 'member' ? caller.username : owner,
  };
  await context.hosting.createEmpty(wanted, given, async (transaction, made) => {
    await addServiceItem(context, transaction, item, made);
    await saveItemFiles(transaction, item.id, itemFiles, context.now());
    await recordActOnOthers(transaction, call, item, { act: 'item.added' });
  });
  const url = serviceUrl(context, name);
  return {
    success: true,
    itemId: item.id,
    serviceItemId: item.id,
    name,
    serviceurl: url,
    encodedServiceURL: url,
    size: -1,
    type: 'Feature Service',
    isView,
  };
};
