import { type Feature, type Item, newId, type Person, type ServiceLayer } from './content.ts';
import { type Answer, type Exchange, itemNotFound, notPermitted, refuse, tokenRequired } from './exchange.ts';
import { write } from './items.ts';

/** Parts of uploads under way, by item. */
const parts = new Map<string, Map<number, Uint8Array>>();
/** Publishing jobs, by the item of the service. */
const jobs = new Map<string, { jobId: string; steps: number; fault: string | undefined }>();

/**
 * Files that become hosted layers, as documented: `addItem` in parts, `analyze`, `publish` and `status`.
 * Undefined: the operation is another one.
 * https://developers.arcgis.com/rest/users-groups-and-items/publish-item/
 */
export async function publishing(exchange: Exchange, path: string[]): Promise<Answer | undefined> {
  const [kind, username = '', ...rest] = path;
  if (kind === 'features' && username === 'analyze') return analyze(exchange);
  if (kind !== 'users') return undefined;
  const { content, person, parameters } = exchange;
  const owner = content.people.get(username);
  const [first, id = '', operation] = rest.at(0)?.length === 32 ? rest.slice(1) : rest;
  if (first === 'items' && ['addPart', 'commit', 'cancel', 'status'].includes(operation ?? '')) {
    const item = content.items.get(id);
    if (operation === 'status' && jobs.has(id)) return jobStatus(exchange, id);
    if (!item) return itemNotFound();
    if (!content.mayChange(item, person)) return notPermitted();
    return ofParts(exchange, item, operation ?? '');
  }
  const folder = rest.at(0)?.length === 32 ? (rest[0] ?? null) : null;
  const wanted = first === 'addItem' && parameters.get('multipart') === 'true';
  if (!wanted && first !== 'publish' && first !== 'createService') return undefined;
  if (!person || !owner) return tokenRequired();
  if (person.username !== owner.username) return notPermitted();
  if (!person.privileges.includes('portal:user:createItem')) return notPermitted();
  if (wanted) {
    const item = content.addItem({
      owner: owner.username,
      title: parameters.get('title') ?? parameters.get('filename') ?? '',
      type: parameters.get('type') ?? 'File',
      ownerFolder: folder,
    });
    parts.set(item.id, new Map());
    return { json: { success: true, id: item.id, folder } };
  }
  if (!person.privileges.includes('portal:publisher:publishFeatures')) return notPermitted();
  // What portals say is not documented.
  if (!exchange.switches.hostsLayers) return refuse(500, 'There is no hosting server.');
  return first === 'publish' ? publish(exchange, owner) : createService(exchange, owner, folder);
}

async function ofParts(exchange: Exchange, item: Item, operation: string): Promise<Answer> {
  const { content, files, parameters } = exchange;
  const sent = parts.get(item.id);
  if (operation === 'status')
    return { json: { status: 'completed', statusMessage: 'completed', itemId: item.id } };
  if (!sent) return refuse(400, 'There is no upload in parts for this item.');
  if (operation === 'addPart') {
    const [number, file] = [Number(parameters.get('partNum')), files.get('file')];
    if (!file || !(number >= 1 && number <= 10_000)) return refuse(400, "'partNum' must be specified.");
    sent.set(number, new Uint8Array(await file.arrayBuffer()));
    return { json: { success: true } };
  }
  parts.delete(item.id);
  if (operation === 'cancel') {
    content.items.delete(item.id);
    return { json: { success: true } };
  }
  const inOrder = [...sent].toSorted(([one], [other]) => one - other).map(([, bytes]) => bytes);
  await write(exchange, item);
  item.data = { type: 'application/octet-stream', bytes: Buffer.concat(inOrder) };
  return { json: { success: true, id: item.id, itemId: item.id } };
}

interface Table {
  fields: ServiceLayer['fields'];
  rows: Record<string, unknown>[];
}

/** Reads a CSV without quotes: enough for tests. */
function readTable(item: Item): Table {
  const [head = '', ...lines] = Buffer.from(item.data?.bytes ?? [])
    .toString()
    .trim()
    .split(/\r?\n/);
  const names = head.split(',');
  const rows = lines.map((line) =>
    Object.fromEntries(
      line.split(',').map((text, index) => {
        const value = text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
        return [names[index] ?? '', value];
      }),
    ),
  );
  const fields = names.map((name) => {
    const numbers = rows.length > 0 && rows.every((row) => typeof row[name] === 'number');
    return {
      name,
      alias: name,
      type: numbers ? 'esriFieldTypeDouble' : 'esriFieldTypeString',
      nullable: true,
      editable: true,
      ...(!numbers && { length: 8000 }),
    };
  });
  return { fields, rows };
}

const coordinateNames = {
  longitude: /^(x|lon|long|longitude|lng)$/i,
  latitude: /^(y|lat|latitude)$/i,
};

/** Tables, shapefiles and geopackages only: other formats are published without. */
function analyze({ content, person, parameters }: Exchange): Answer {
  if (!person) return tokenRequired();
  const item = content.items.get(parameters.get('itemid') ?? '');
  if (!item || !content.maySee(item, person)) return itemNotFound();
  const fileType = parameters.get('filetype');
  const name = item.title.replaceAll(/\W+/g, '_');
  if (fileType === 'shapefile' || fileType === 'geoPackage')
    return { json: { publishParameters: { name, maxRecordCount: 2000, layerInfo: { name, fields: [] } } } };
  if (fileType !== 'csv') return refuse(400, "Unable to analyze. 'filetype' is not supported.");
  const { fields, rows } = readTable(item);
  const find = (pattern: RegExp) => fields.find((field) => pattern.test(field.name))?.name;
  const [longitude, latitude] = [find(coordinateNames.longitude), find(coordinateNames.latitude)];
  const located = longitude !== undefined && latitude !== undefined;
  const publishParameters = {
    type: 'csv',
    name,
    useBulkInserts: true,
    sourceUrl: '',
    maxRecordCount: 1000,
    locationType: located ? 'coordinates' : 'unknown',
    ...(located && { longitudeFieldName: longitude, latitudeFieldName: latitude }),
    columnDelimiter: ',',
    qualifier: '"',
    sourceSR: { wkid: 4326 },
    targetSR: { wkid: 102100, latestWkid: 3857 },
    layerInfo: { currentVersion: 12, id: 0, name, type: 'Table', fields },
  };
  return { json: { fileUrl: null, publishParameters, records: rows.slice(0, 10) } };
}

function publish(exchange: Exchange, owner: Person): Answer {
  const { content, parameters, switches } = exchange;
  const source = content.items.get(parameters.get('itemid') ?? '');
  const fileType = parameters.get('filetype');
  if (!source) return itemNotFound();
  if (!fileType) return refuse(400, "'fileType' must be specified.");
  if (switches.publishRefusal) return refuse(400, switches.publishRefusal);
  const given = JSON.parse(parameters.get('publishParameters') ?? '{}') as Record<string, unknown>;
  const name = String(given['name'] ?? '');
  const key = `${owner.orgId}/${name}`;
  if (content.services.has(key))
    return {
      json: {
        services: [
          { success: false, error: { code: 409, message: `Service name '${name}' already exists.` } },
        ],
      },
    };
  const item = addService(exchange, owner, name, null);
  content.services.get(key)?.layers.push(layerOf(source, given, name));
  const jobId = crypto.randomUUID();
  jobs.set(item.id, { jobId, steps: switches.publishingSteps, fault: switches.publishingFault });
  const service = {
    type: 'Feature Service',
    serviceurl: item.url,
    size: 1024,
    jobId,
    serviceItemId: item.id,
  };
  return { json: { services: [{ ...service, encodedServiceURL: item.url }] } };
}

function layerOf(source: Item, given: Record<string, unknown>, name: string): ServiceLayer {
  const identity = {
    name: 'OBJECTID',
    type: 'esriFieldTypeOID',
    alias: 'OBJECTID',
    nullable: false,
    editable: false,
  };
  const empty = { id: 0, name, definition: {}, attachments: new Map() };
  if (given['type'] !== 'csv')
    return { ...empty, geometryType: 'esriGeometryPoint', fields: [identity], features: [] };
  const { fields, rows } = readTable(source);
  const [x, y] = [String(given['longitudeFieldName']), String(given['latitudeFieldName'])];
  const placed = given['locationType'] === 'coordinates';
  const features = rows.map((row, index): Feature => ({
    attributes: { OBJECTID: index + 1, ...row },
    ...(placed && { geometry: { x: Number(row[x]), y: Number(row[y]) } }),
  }));
  return {
    ...empty,
    ...(placed && { geometryType: 'esriGeometryPoint' }),
    fields: [identity, ...fields],
    features,
  };
}

/** A job works for a while; a failed one leaves its half-made service, as ArcGIS Online does. */
function jobStatus(exchange: Exchange, id: string): Answer {
  const job = jobs.get(id);
  if (!exchange.content.items.has(id) || !job) return itemNotFound();
  if (job.steps > 0) {
    job.steps -= 1;
    return { json: { status: 'processing', statusMessage: '', itemId: id } };
  }
  return {
    json: job.fault
      ? { status: 'failed', statusMessage: job.fault, itemId: id }
      : { status: 'completed', statusMessage: 'completed', itemId: id },
  };
}

function addService(
  { content, dialect }: Exchange,
  owner: Person,
  name: string,
  folder: string | null,
): Item {
  const address = dialect.addressOf({ orgId: owner.orgId, name, isPublic: false, points: [] });
  const item = content.addItem({
    owner: owner.username,
    title: name,
    type: 'Feature Service',
    typeKeywords: ['ArcGIS Server', 'Data', 'Feature Access', 'Feature Service', 'Hosted Service', 'Service'],
    url: `https://${address}`,
    ownerFolder: folder,
    id: newId(),
  });
  content.services.set(`${owner.orgId}/${name}`, { itemId: item.id, address, description: {}, layers: [] });
  return item;
}

/** https://developers.arcgis.com/rest/users-groups-and-items/create-service/ */
function createService(exchange: Exchange, owner: Person, folder: string | null): Answer {
  const { content, parameters } = exchange;
  const { name, ...description } = JSON.parse(parameters.get('createParameters') ?? '{}') as {
    name?: string;
  };
  if (!name) return refuse(400, "'name' must be specified.");
  if (content.services.has(`${owner.orgId}/${name}`))
    return refuse(400, `Service name '${name}' already exists for '${owner.orgId}'`, 'CONT_0053');
  const item = addService(exchange, owner, name, folder);
  // Layers are added by `addToDefinition`.
  const { layers: _layers, ...kept } = description as Record<string, unknown>;
  Object.assign(content.services.get(`${owner.orgId}/${name}`)?.description ?? {}, kept);
  return {
    json: {
      encodedServiceURL: item.url,
      itemId: item.id,
      serviceItemId: item.id,
      serviceurl: item.url,
      name,
      size: -1,
      success: true,
      type: 'Feature Service',
      isView: false,
    },
  };
}
