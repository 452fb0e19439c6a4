import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../server/limits.ts';
import { password } from '../rig/portal-client.ts';
import { cityArchive } from '../rig/tile-archives.ts';
import { createChangingWriter } from './changing-writer.ts';
import type { Installation } from './installation.ts';
import { copiedLayer, createReplicaWriter } from './replica-writer.ts';
import type { Writer } from './writing.ts';

/** One writer for every kind of content. */
export async function createWriters({
  url,
  client,
}: Pick<Installation, 'url' | 'client'>): Promise<Record<string, Writer>> {
  const call = await signIn(client);
  const own = (path: string, parameters: Record<string, string>) =>
    call.form(`${client.root}/content/users/ada/${path}`, parameters);
  const read = (path: string) => call.form(`${client.root}/content/items/${path}`, {});

  async function createService(service: object): Promise<string> {
    const answer = await own('createService', { createParameters: JSON.stringify(service) });
    if (!answer.serviceurl) throw new Error(JSON.stringify(answer));
    return answer.serviceurl;
  }
  const layers = [
    { name: 'Log', geometryType: 'esriGeometryPoint', hasAttachments: true, fields: logFields },
  ];
  const capabilities = 'Create,Delete,Query,Update,Editing';
  const layer = `${await createService({ name: 'Log', capabilities, layers })}/0`;
  /** @returns the ids of the edited features, if all edits were saved */
  async function edit(edits: { adds?: object[]; updates?: object[]; deletes?: number[] }) {
    const parameters = Object.fromEntries(
      Object.entries(edits).map(([kind, list]) => [kind, JSON.stringify(list)]),
    );
    const send = () => call.form(`${layer}/applyEdits`, parameters);
    let answer = await send();
    // As the response says: it must not store them twice.
    if (answer.error?.message?.includes('Nothing was saved')) answer = await send();
    const results = Object.keys(edits).flatMap((kind) => answer[`${kind.slice(0, -1)}Results`] ?? []);
    const isSaved = results.length > 0 && results.every(({ success }) => success);
    return isSaved ? results.map(({ objectId }) => objectId as number) : undefined;
  }
  const feature = (n: number) => ({ attributes: { n, state: 'added' }, geometry: { x: n % 180, y: 0 } });
  await edit({ adds: [feature(-1)] });
  const copied = await createService({ name: 'Copies', capabilities, layers: [copiedLayer] });
  const define = async (address: string, updateDefinition: object) => {
    const admin = address.replace('/rest/services/', '/rest/admin/services/');
    const answer = await call.form(`${admin}/updateDefinition`, {
      updateDefinition: JSON.stringify(updateDefinition),
    });
    if (!answer.success) throw new Error(JSON.stringify(answer));
  };
  // Offline copies need the history of their layers.
  await define(`${copied}/0`, { isDataArchived: true });
  await define(copied, { capabilities: `${capabilities},Sync` });
  const addHolder = () => own('addItem', { type: 'Web Map', title: 'With resources', text: '{}' });
  let { id: holder } = await addHolder();
  let newestRevision = 0;

  /** Adds a file, and publishes it under a name. @returns the item of the file and the address of the service */
  async function publish(name: string, type: string, file: File) {
    const { id, success } = await own('addItem', { type, title: name });
    if (!success) return undefined;
    const update = `${client.root}/content/users/ada/items/${id}/update`;
    const added = await call.form(update, {}, ['file', file]);
    if (!added.success) return undefined;
    const publishParameters = JSON.stringify({ name });
    const answer = await own('publish', { itemid: id, filetype: type.toLowerCase(), publishParameters });
    const job = answer.services?.[0];
    if (!job) return undefined;
    const address = `${client.root}/content/users/ada/items/${job.serviceItemId}/status`;
    for (;;) {
      const { status } = await call.form(address, { jobId: job.jobId });
      if (status === 'completed') return { file: id as string, service: job.serviceurl as string };
      if (status !== 'processing') return undefined;
      await pause(200);
    }
  }

  return {
    features: createChangingWriter(async (number) => {
      const numbers = [2 * number, 2 * number + 1];
      const ids = await edit({ adds: numbers.map(feature) });
      if (!ids) return undefined;
      const where = `n in (${numbers.join()})`;
      const updates = ids.map((OBJECTID) => ({ attributes: { OBJECTID, state: 'updated' } }));
      return {
        what: `features ${where}`,
        changes: {
          updated: async () => (await edit({ updates })) !== undefined,
          deleted: async () => (await edit({ deletes: ids })) !== undefined,
        },
        async changesShown() {
          const { features } = await call.form(`${layer}/query`, { where, outFields: 'state' });
          const states = features.map(({ attributes }: any) => attributes.state).join();
          return ['added,added', 'updated,updated', ''].indexOf(states);
        },
      };
    }),
    replicas: createReplicaWriter(
      (operation, params) =>
        call.form(
          `${copied}/${operation}`,
          Object.fromEntries(
            Object.entries(params).map(([name, value]) => [
              name,
              typeof value === 'string' ? value : JSON.stringify(value),
            ]),
          ),
        ),
      async (where) =>
        (await call.form(`${copied}/0/query`, { where, returnCountOnly: 'true' })).count as number,
    ),
    async attachments(number) {
      const content = `Attachment ${number}`;
      const file = new File([content], `${number}.txt`, { type: 'text/plain' });
      const { addAttachmentResult: added } = await call.form(`${layer}/1/addAttachment`, {}, [
        'attachment',
        file,
      ]);
      if (!added?.success) return undefined;
      return {
        what: `attachment ${added.objectId}`,
        isThere: async () => (await call.text(`${layer}/1/attachments/${added.objectId}`)) === content,
      };
    },
    items: createChangingWriter(async (number) => {
      const [first, second] = [`Map ${number}`, `Map ${number}, updated`];
      // Each title is in the item and in its data.
      const titled = (title: string) => ({
        title,
        text: JSON.stringify({ title, filling: 'x'.repeat(200_000) }),
      });
      const { id, success } = await own('addItem', { type: 'Web Map', ...titled(first) });
      if (!success) return undefined;
      const change = (operation: string, parameters = {}) => own(`items/${id}/${operation}`, parameters);
      return {
        what: `item ${id}`,
        changes: {
          updated: async () => (await change('update', titled(second))).success === true,
          shared: async () => (await change('share', { everyone: 'true' })).itemId === id,
          deleted: async () => (await change('delete')).success === true,
        },
        async changesShown() {
          const { error, title, access } = await read(id);
          if (error?.messageCode === 'CONT_0001') return 3;
          const shown = [title, (await read(`${id}/data`)).title, access].join('; ');
          return [
            [first, first, 'private'],
            [second, second, 'private'],
            [second, second, 'public'],
          ].findIndex((state) => state.join('; ') === shown);
        },
      };
    }),
    async resources(number) {
      // An item accepts a limited number.
      if (number % (limits.resourcesPerItem / 2) === 0) holder = (await addHolder()).id ?? holder;
      const of = holder;
      const resource = { fileName: `${number}.json`, text: JSON.stringify({ number }) };
      const { success } = await own(`items/${of}/addResources`, resource);
      if (!success) return undefined;
      return {
        what: `resource ${number}`,
        isThere: async () => (await read(`${of}/resources/${number}.json`)).number === number,
      };
    },
    'shared maps': createChangingWriter(async (number) => {
      const body = { title: `Shared ${number}`, webMap: { version: '2.31', operationalLayers: [] } };
      // A member may share a limited number a minute.
      await pause(60_000 / limits.sharedMapWritesPerMinute);
      const response = await call.api(`${url}/api/town/shared-maps`, 'POST', body);
      if (response.status !== 201) return undefined;
      const { sid } = (await response.json()) as { sid: string };
      const address = `${url}/api/town/shared-maps/${sid}`;
      return {
        what: `shared map ${sid}`,
        changes: { revoked: async () => (await call.api(address, 'DELETE')).status === 204 },
        async changesShown() {
          const answer = await fetch(address);
          const { title } = await answer.json();
          return answer.status === 410 ? 1 : title === body.title ? 0 : -1;
        },
      };
    }),
    async 'ended sessions'() {
      // Checking a password takes a processor for a while, which the other kinds need.
      await pause(3000);
      // For as long as possible: one that has expired proves nothing.
      const credentials = { username: 'ada', password, expiration: '-1' };
      const { token } = await client.call('/generateToken', credentials);
      if (!token) return undefined;
      const { success } = await client.call('/oauth2/revokeToken', { auth_token: token });
      if (!success) return undefined;
      return {
        what: `the end of session ${token.slice(0, 8)}…`,
        isThere: async () => (await client.call('/community/self', { token })).error?.code === 498,
      };
    },
    async configs(number) {
      const address = `${url}/api/town/administration/config`;
      const opened = await call.api(address, 'GET');
      const { config } = (await opened.json()) as { config: object };
      const title = `Town ${number}`;
      const saved = await call.api(
        address,
        'PUT',
        { ...config, title },
        { 'if-match': opened.headers.get('etag') ?? '' },
      );
      if (!saved.ok) return undefined;
      const { revision } = (await saved.json()) as { revision: number };
      newestRevision = Math.max(newestRevision, revision);
      const kept = `${url}/api/town/administration/revisions/${revision}`;
      return {
        what: `config “${title}”`,
        // Older revisions are deleted, some of them after saves that were not acknowledged.
        isThere: async () =>
          revision <= newestRevision - limits.configRevisions / 2 ||
          (await (await call.api(kept, 'GET')).json()).config.title === title,
      };
    },
    async uploads(number) {
      const rows = Array.from({ length: 300 }, (_none, row) => `${row},51.${row},71.4`).join('\n');
      const file = new File([`name,lat,lon\n${rows}\n`], `${number}.csv`, { type: 'text/csv' });
      const published = await publish(`Upload_${number}`, 'CSV', file);
      if (!published) return undefined;
      const query = `${published.service}/0/query`;
      return {
        what: `service Upload_${number}`,
        isThere: async () =>
          (await call.form(query, { where: '1=1', returnCountOnly: 'true' })).count === 300 &&
          (await call.text(`${client.root}/content/items/${published.file}/data`)).endsWith(`${rows}\n`),
      };
    },
    async tiles(number) {
      const content = `Tile ${number}`;
      const archive = cityArchive({ tiles: [{ z: 0, x: 0, y: 0, data: Buffer.from(content) }] });
      const file = new File([new Uint8Array(archive)], `${number}.pmtiles`);
      const published = await publish(`Tiles_${number}`, 'PMTiles', file);
      if (!published) return undefined;
      return {
        what: `tiles Tiles_${number}`,
        isThere: async () => (await call.text(`${published.service}/tile/0/0/0.pbf`)) === content,
      };
    },
  };
}

const logFields = [
  { name: 'n', type: 'esriFieldTypeInteger', alias: 'n' },
  { name: 'state', type: 'esriFieldTypeString', alias: 'state', length: 10 },
];

/** Calls as ada, with a new token before the old one expires. */
async function signIn(client: Installation['client']) {
  let token = await client.token('ada');
  let since = Date.now();
  const current = async () => {
    if (Date.now() - since > 15 * 60_000) {
      token = await client.token('ada');
      since = Date.now();
    }
    return token;
  };
  const api = async (address: string, method: string, body?: object, headers?: Record<string, string>) =>
    fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${await current()}`,
        'x-portal': new URL('/portal', client.root).href,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  return {
    api,
    async form(address: string, parameters: Record<string, string>, file?: [string, File]): Promise<any> {
      const fields = { f: 'json', token: await current(), ...parameters };
      const form = file ? new FormData() : new URLSearchParams();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      if (file) (form as FormData).set(...file);
      return (await fetch(address, { method: 'POST', body: form })).json();
    },
    async text(address: string): Promise<string> {
      return (await fetch(`${address}?token=${await current()}`)).text();
    },
  };
}
