import { z } from 'zod';
import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { json, readOperation } from '../../../platform/arcgis/schema.ts';
import { nothing, off } from '../../../platform/arcgis/unsupported.ts';
import { type Database, inTransaction } from '../../../platform/database/connect.ts';
import { itemNotFound, requireMember, unseen } from '../../access/refusals.ts';
import { holdUser } from '../../community/user-store.ts';
import { recordItemAct } from '../../content/record-item-act.ts';
import { findItem, lockItem, updateItem } from '../../content/items/item-store.ts';
import { loadItem, type LoadedItem } from '../../content/items/load-item.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { lockApp } from '../app-store.ts';
import { hashOf, randomId, randomToken } from '../random-token.ts';
import { checkRedirectUris } from '../register-app.ts';
import { endTokensOfApp, listUsersOfApp } from './app-token-store.ts';
import { saveConsents } from './consent-store.ts';
import {
  changeRegistration,
  deleteRegistration,
  findRegistration,
  insertRegistration,
  type Registration,
} from './registration-store.ts';
import { requireResponsible } from './responsible.ts';

const keyword = 'Registered App';

const none = (name: string) =>
  json
    .refine((value) => Array.isArray(value) && value.length === 0, `${name} is not supported. Omit it.`)
    .optional();

const fields = {
  appType: z.enum(
    ['browser', 'native', 'server', 'multiple'],
    'Specify browser, native, server or multiple.',
  ),
  redirect_uris: json.pipe(
    z
      .array(z.string().max(2000), 'Specify a JSON list of addresses.')
      .max(limits.appRedirectUris, `At most ${limits.appRedirectUris} addresses.`),
  ),
  httpReferrers: none('httpReferrers'),
  privileges: none('privileges of applications'),
  isPersonalAPIToken: off('API keys are not supported.'),
  isBeta: off('isBeta is not supported.'),
  customAppLoginShowTermsOfUse: off('customAppLoginShowTermsOfUse is not supported.'),
  apnsProdCert: nothing('Push notifications are not supported.'),
  apnsSandboxCert: nothing('Push notifications are not supported.'),
  gcmApiKey: nothing('Push notifications are not supported.'),
};

const registerSchema = z.object({
  ...fields,
  itemId: z.string('Specify the id of an item of type Application.'),
});

/**
 * `oauth2/registerApp` `itemId`, `appType`, `redirect_uris`: registers an application of the caller, with an item for its title and
 * owner. The response is the only one that contains the client secret: its hash is stored.
 */
export const registerAppOperation: Operation = async (call) => {
  const { context } = call;
  const input = readOperation(registerSchema, call.parameters, invalidApp);
  checkRedirectUris(input.redirect_uris);
  const item = await loadItem({ ...call, path: { id: input.itemId } }, 'change');
  requireResponsible(call, item);
  if (!/\bapplication$/i.test(item.type))
    throw invalidApp([{ path: 'itemId', message: 'The item must be of type Application.' }]);
  const now = context.now();
  const secret = randomToken();
  const registration: Registration = {
    clientId: randomId(),
    itemId: item.id,
    type: input.appType,
    redirectUris: input.redirect_uris,
    registered: now,
    modified: now,
  };
  const { username } = requireMember(call.caller);
  await inTransaction(context.database, async (transaction) => {
    await holdUser(transaction, username);
    const more = { orgId: item.org_id, title: item.title, secretHash: hashOf(secret) };
    if (!(await insertRegistration(transaction, { ...registration, ...more })))
      throw invalidApp([{ path: 'itemId', message: 'The item is registered already.' }]);
    await allowForSelf(transaction, call, registration);
    const type_keywords = [...new Set([...item.type_keywords, keyword])];
    await updateItem(transaction, item.id, { type_keywords, modified_at: now });
    // It may have been given to another user until it was locked.
    requireResponsible(call, (await findItem(transaction, item.id)) ?? item);
    await recordItemAct(transaction, call, item, { act: 'app.registered' });
  });
  return { ...present(registration), client_secret: secret };
};

/** `oauth2/apps/{client id}`: a registered application, for its owner and administrators. */
export const getApp: Operation = async (call) => describe(call, (await loadApp(call)).app);

/** `content/users/{user}/items/{id}/registeredAppInfo`: the same, by the item. */
export const getRegisteredAppInfo: Operation = async (call) => {
  const item = await loadItem(call, 'change');
  const app = await findRegistration(call.context.database, { itemId: item.id });
  if (!app) throw unregistered();
  return describe(call, app);
};

const updateSchema = z.object({
  ...fields,
  appType: fields.appType.optional(),
  redirect_uris: fields.redirect_uris.optional(),
});

/** `oauth2/apps/{client id}/update` `appType`, `redirect_uris`: changes what is given. */
export const updateApp: Operation = async (call) => {
  const { database, now } = call.context;
  const { appType: type, redirect_uris: redirectUris } = readOperation(
    updateSchema,
    call.parameters,
    invalidApp,
  );
  if (redirectUris) checkRedirectUris(redirectUris);
  const changed = await changeApp(call, async (transaction, { app, item }) => {
    requireResponsible(call, item);
    if (redirectUris) await allowForSelf(transaction, call, { ...app, redirectUris });
    await changeRegistration(transaction, app.clientId, {
      ...(type && { type }),
      ...(redirectUris && { redirectUris }),
      modified: now(),
    });
    await recordItemAct(transaction, call, item, { act: 'app.changed' });
  });
  return describe(call, (await findRegistration(database, { clientId: changed.clientId })) ?? changed);
};

/** `oauth2/apps/{client id}/resetSecret`: a new client secret; the old one and tokens of the application end. Not in ArcGIS. */
export const resetAppSecret: Operation = async (call) => {
  const { now } = call.context;
  const secret = randomToken();
  const app = await changeApp(call, async (transaction, { app: { clientId }, item }) => {
    requireResponsible(call, item);
    await changeRegistration(transaction, clientId, { secretHash: hashOf(secret), modified: now() });
    await endTokensOfApp(transaction, clientId);
    await recordItemAct(transaction, call, item, { act: 'app.secret-replaced' });
  });
  return { ...(await describe(call, app)), client_secret: secret };
};

/** `oauth2/apps/{client id}/unregister`: ends the registration and every session of the application. The item remains. */
export const unregisterApp: Operation = async (call) => {
  const { now } = call.context;
  const { itemId } = await changeApp(call, async (transaction, { app, item }) => {
    await endTokensOfApp(transaction, app.clientId);
    await deleteRegistration(transaction, app.clientId);
    const type_keywords = item.type_keywords.filter((each) => each !== keyword);
    await updateItem(transaction, item.id, { type_keywords, modified_at: now() });
    await recordItemAct(transaction, call, item, { act: 'app.unregistered' });
  });
  return { success: true, itemId };
};

interface LoadedApp {
  app: Registration;
  item: LoadedItem;
}

/**
 * Changes the application of a path. It is loaded again when it and its item are locked: the item may have been given to another user
 * since the call began, who alone may then change where the application redirects, and know its secret.
 */
async function changeApp(
  call: PortalCall,
  work: (transaction: Database, loaded: LoadedApp) => Promise<void>,
): Promise<Registration> {
  const { app } = await loadApp(call);
  const { username } = requireMember(call.caller);
  await inTransaction(call.context.database, async (transaction) => {
    await holdUser(transaction, username);
    await lockApp(transaction, app.clientId);
    await lockItem(transaction, app.itemId);
    await work(transaction, await loadApp({ ...call, context: { ...call.context, database: transaction } }));
  });
  return app;
}

/** The application of a path, for those who control its item; others get the same error as for an unknown one. */
async function loadApp(call: PortalCall): Promise<LoadedApp> {
  const app = await findRegistration(call.context.database, { clientId: call.path['app'] ?? '' });
  if (!app) throw unseen(call.caller, itemNotFound);
  const item = await loadItem({ ...call, path: { id: app.itemId } }, 'change').catch((error: unknown) => {
    throw error instanceof MappingError ? unseen(call.caller, itemNotFound) : error;
  });
  return { app, item };
}

/** Those who give an application its redirect addresses have allowed it there; a later owner of its item has not. */
async function allowForSelf(
  transaction: Database,
  { context, caller }: PortalCall,
  { clientId, redirectUris }: Registration,
): Promise<void> {
  const { username } = requireMember(caller);
  await saveConsents(transaction, { clientId, username, redirectUris }, context.now());
}

async function describe({ context }: PortalCall, app: Registration): Promise<object> {
  const users = await listUsersOfApp(context.database, app.clientId, context.now(), limits.appUsers);
  return { ...present(app), users };
}

/** As ArcGIS, except that the secret is not repeated. */
function present({ clientId, itemId, type, redirectUris, registered, modified }: Registration) {
  return {
    itemId,
    client_id: clientId,
    appType: type,
    redirect_uris: redirectUris,
    registered,
    modified,
    httpReferrers: [],
    privileges: [],
    isPersonalAPIToken: false,
  };
}

const unregistered = () =>
  new MappingError('portal:app-not-registered', 'The item is not registered as an application.', {
    status: 400,
  });

function invalidApp(faults: readonly Fault[]): MappingError {
  return new MappingError('portal:invalid-app', 'Invalid application details.', { status: 400, faults });
}
