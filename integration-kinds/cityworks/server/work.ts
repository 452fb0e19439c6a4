import { z } from 'zod';
import type { MissingWork, NewRequest, Problem, WorkItem, WorkNear } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { TypeConfig } from '../../../wire/integrations/integration-config.ts';
import type { Project } from '../../../server/application/integrations/call.ts';
import { type CityworksSession, notCityworks } from './session.ts';

interface Site {
  session: CityworksSession;
  config: TypeConfig<'cityworks'>;
  project: Project;
}

/** Works of each kind, and problems, that are read; a site may return more than it was asked for. */
const atMost = 100;
const problemsAtMost = 2000;
/** Characters of a text of a record. */
const textAtMost = 250;
const idSchema = z.union([z.string().max(50), z.number()]).transform(String);
const idsSchema = listSchema(idSchema, atMost);
const createdSchema = z.object({ RequestId: idSchema });
const recordsSchema = listSchema(z.record(z.string(), z.unknown()), atMost);
const problemsSchema = listSchema(z.record(z.string(), z.unknown()), problemsAtMost);

/** The first elements of a list; the others are not even looked at. */
function listSchema<Each extends z.ZodType>(each: Each, most: number) {
  return z.preprocess((given) => (Array.isArray(given) ? given.slice(0, most) : given), z.array(each));
}

/** The WKID that an administrator has entered, otherwise that of the site. */
async function wkidOf({ config, session }: Pick<Site, 'config' | 'session'>): Promise<number> {
  return config.wkid ?? session.spatialReference();
}

/** The three kinds of work: how to search each, and what its records call the id. */
const kinds = [
  { kind: 'work-order', service: 'WorkOrder', ids: 'WorkOrderIds', id: 'WorkOrderId', link: 'workOrder' },
  { kind: 'request', service: 'ServiceRequest', ids: 'RequestIds', id: 'RequestId', link: 'request' },
  { kind: 'inspection', service: 'Inspection', ids: 'InspectionIds', id: 'InspectionId', link: 'inspection' },
] as const;

/**
 * Open work orders, requests and inspections near a place: each kind is searched by extent for ids, which are
 * then read. A kind that Cityworks refuses, for example because its account may not see inspections, does not
 * affect the others.
 *
 * @throws MappingError when no kind could be read
 */
export async function workNear(site: Site, place: { lat: number; lng: number }): Promise<WorkNear> {
  const wkid = await wkidOf(site);
  const found = await Promise.allSettled(kinds.map((kind) => workOfKind(site, kind, place, wkid)));
  const missing = found.flatMap((one, at): MissingWork[] => {
    if (one.status === 'fulfilled') return [];
    const kind = kinds[at]?.kind;
    const reason: unknown = one.reason;
    if (!kind || !(reason instanceof MappingError) || found.every(({ status }) => status === 'rejected'))
      throw reason;
    return [{ kind, id: reason.id, detail: reason.message }];
  });
  return { items: found.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])), missing };
}

async function workOfKind(
  { session, config, project }: Site,
  { kind, service, ids, id, link }: (typeof kinds)[number],
  place: { lat: number; lng: number },
  wkid: number,
): Promise<WorkItem[]> {
  const Extent = extentAround(project, place, config.radius, wkid);
  const search = { Extent, Closed: false, Canceled: false, MaxResults: atMost };
  const matching = read(idsSchema, (await session.call(`Ams/${service}/Search`, search)) ?? []);
  if (matching.length === 0) return [];
  const records = read(
    recordsSchema,
    (await session.call(`Ams/${service}/ByIds`, { [ids]: matching })) ?? [],
  );
  return records.map((record) => {
    const number = idOf(record[id]);
    const [lng, lat] = placeOf(record, wkid, project);
    return {
      kind,
      id: number,
      title: text(record['Description']) || text(record['InspTemplateName']) || number,
      status: text(record['Status']),
      lat,
      lng,
      link: config.links[link].replaceAll('{id}', encodeURIComponent(number)),
    };
  });
}

/** The problems that can be reported. */
export async function problems({ session }: Pick<Site, 'session'>): Promise<Problem[]> {
  const listed = read(problemsSchema, (await session.call('Ams/ServiceRequest/Problems', {})) ?? []);
  return listed
    .map((problem) => ({
      id: idOf(problem['ProblemSid']),
      title: text(problem['Description']) || text(problem['ProblemCode']),
    }))
    .filter(({ id, title }) => id !== '' && title !== '');
}

/** Creates a service request at a place; returns its id. */
export async function createRequest(
  site: Site,
  { problem, details = '', lat, lng }: NewRequest,
  initiator: string,
): Promise<string> {
  const wkid = await wkidOf(site);
  const [X, Y] = intoSite(site.project, [lng, lat], wkid);
  const created = await site.session.call('Ams/ServiceRequest/Create', {
    ProblemSid: Number(problem),
    X,
    Y,
    WKID: wkid,
    Details: details,
    InitiatedByApp: 'Mapping',
    OtherSystemId: initiator,
  });
  return read(createdSchema, created).RequestId;
}

/** @throws MappingError `cityworks:projection` (400) */
function intoSite(project: Project, point: [number, number], wkid: number): [number, number] {
  try {
    return project(point, 4326, wkid);
  } catch (cause) {
    throw new MappingError(
      'cityworks:projection',
      `The location cannot be converted to the spatial reference of the Cityworks site (${wkid}).`,
      { status: 400, cause },
    );
  }
}

function extentAround(
  project: Project,
  { lat, lng }: { lat: number; lng: number },
  radius: number,
  wkid: number,
) {
  const north = radius / 111_320;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const corners = [-1, 1].flatMap((x) =>
    [-1, 1].map((y) => intoSite(project, [lng + x * east, lat + y * north], wkid)),
  );
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  return { XMin: Math.min(...xs), YMin: Math.min(...ys), XMax: Math.max(...xs), YMax: Math.max(...ys) };
}

/** Each kind of record names its coordinates differently. */
function placeOf(
  record: Record<string, unknown>,
  wkid: number,
  project: Project,
): [number, number] | [null, null] {
  const x = firstNumber(record, ['X', 'SRX', 'WOXCoordinate', 'XCoordinate']);
  const y = firstNumber(record, ['Y', 'SRY', 'WOYCoordinate', 'YCoordinate']);
  if (x === undefined || y === undefined || (x === 0 && y === 0)) return [null, null];
  try {
    const [lng, lat] = project([x, y], wkid, 4326);
    // Invalid coordinates: the record is listed anyway.
    return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [lng, lat] : [null, null];
  } catch {
    return [null, null];
  }
}

function firstNumber(record: Record<string, unknown>, names: readonly string[]): number | undefined {
  return names
    .map((name) => record[name])
    .find((value): value is number => typeof value === 'number' && Number.isFinite(value));
}

/** Response of Cityworks, parsed as far as it is known. */
function read<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw notCityworks();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, textAtMost) : '';
}

/** Empty for anything else. */
function idOf(value: unknown): string {
  return idSchema.safeParse(value).data ?? '';
}
