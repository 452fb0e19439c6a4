import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const file = path.resolve(import.meta.dirname, '../../../examples/astana/cityworks.json');

const record = z.record(z.string(), z.union([z.string(), z.number()]));
export type CityworksRecord = z.infer<typeof record>;

const siteSchema = z.object({
  problems: z.array(
    z.object({ ProblemSid: z.number().int(), ProblemCode: z.string(), Description: z.string() }),
  ),
  workOrders: z.array(record),
  requests: z.array(record),
  inspections: z.array(record),
});

/** The sample records of the demo city: places in Web Mercator, the site's spatial reference. */
export type CityworksSamples = z.infer<typeof siteSchema>;

export function readSamples(): CityworksSamples {
  return siteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Path of the demo's Cityworks on this server, and the account that the demo signs in with. */
export const demoCityworks = {
  path: '/integrations/samples/cityworks',
  username: 'mapping-demo',
  password: 'mapping-demo',
} as const;

/** Values of `Status` in a response. */
const status = { ok: 0, error: 1, unauthorized: 2, invalidCredentials: 3 } as const;
const tokenMilliseconds = 60 * 60 * 1000;
const tokensAtMost = 100;
/** Requests by visitors of the demo; the oldest are dropped. They are lost when the server stops. */
const createdAtMost = 500;
/** Web Mercator. */
const wkid = 3857;

const search = z.object({
  Extent: z.object({ XMin: z.number(), YMin: z.number(), XMax: z.number(), YMax: z.number() }).optional(),
  Closed: z.boolean().optional(),
  MaxResults: z.number().int().min(1).max(1000).default(1000),
});
const newRequest = z.object({
  ProblemSid: z.number().int(),
  X: z.number(),
  Y: z.number(),
  WKID: z.number().int().default(wkid),
  Details: z.string().max(4000).default(''),
});

class CityworksError extends Error {}

const digestOf = (credentials: readonly unknown[]) =>
  createHash('sha256').update(JSON.stringify(credentials)).digest();

/**
 * A small Cityworks site for the demo, with sample work in the demo city. It implements the part of the
 * documented API that is used here: `POST {site}/Services/{service}` with `data` (JSON) and `token`, errors
 * in HTTP 200. Beyond this interface it does not represent the product of that name.
 */
export async function cityworksSimulator(app: FastifyInstance): Promise<void> {
  const samples = readSamples();
  const { problems } = samples;
  const requests = [...samples.requests];
  const tokens = new Map<string, number>();
  let lastRequest = Math.max(...requests.map(({ RequestId }) => Number(RequestId)));

  const kinds = {
    WorkOrder: {
      records: samples.workOrders,
      id: 'WorkOrderId',
      ids: 'WorkOrderIds',
      at: ['WOXCoordinate', 'WOYCoordinate'],
    },
    ServiceRequest: { records: requests, id: 'RequestId', ids: 'RequestIds', at: ['SRX', 'SRY'] },
    Inspection: {
      records: samples.inspections,
      id: 'InspectionId',
      ids: 'InspectionIds',
      at: ['XCoordinate', 'YCoordinate'],
    },
  } as const;

  const signIn = ({ LoginName, Password }: Record<string, unknown>) => {
    const expected = digestOf([demoCityworks.username, demoCityworks.password]);
    if (!timingSafeEqual(digestOf([LoginName, Password]), expected))
      return answer(status.invalidCredentials, null, 'The user name or the password is wrong.');
    if (tokens.size >= tokensAtMost) tokens.delete(tokens.keys().next().value ?? '');
    const Token = randomUUID();
    tokens.set(Token, Date.now() + tokenMilliseconds);
    return answer(status.ok, { Token });
  };

  const services: Record<string, (data: Record<string, unknown>) => unknown> = {
    'Ams/ServiceRequest/Problems': () => problems,
    'Ams/Preferences/User': () => ({ SpatialReference: wkid }),
    'Ams/ServiceRequest/Create': (data) => {
      const { ProblemSid, X, Y, WKID, Details } = newRequest.parse(data);
      const problem = problems.find((one) => one.ProblemSid === ProblemSid);
      if (!problem) throw new CityworksError('Unknown problem code.');
      if (WKID !== wkid) throw new CityworksError(`This site takes coordinates of ${wkid} alone.`);
      if (requests.length >= samples.requests.length + createdAtMost)
        requests.splice(samples.requests.length, 1);
      const RequestId = ++lastRequest;
      const Description = Details ? `${problem.Description}: ${Details.slice(0, 80)}` : problem.Description;
      requests.push({ RequestId, ProblemSid, Description, Status: 'OPEN', SRX: X, SRY: Y });
      return { RequestId };
    },
  };
  for (const [kind, { records, id, ids, at }] of Object.entries(kinds)) {
    services[`Ams/${kind}/Search`] = (data) => {
      const { Extent, Closed, MaxResults } = search.parse(data);
      return records
        .filter((record) => !Extent || isWithin(record, at, Extent))
        .filter(({ Status }) => Closed === undefined || (Status === 'CLOSED') === Closed)
        .slice(0, MaxResults)
        .map((record) => record[id]);
    };
    services[`Ams/${kind}/ByIds`] = (data) => {
      const wanted = new Set(
        z
          .array(z.union([z.string(), z.number()]))
          .parse(data[ids])
          .map(String),
      );
      return records.filter((record) => wanted.has(String(record[id])));
    };
  }

  app.post<{ Params: { '*': string } }>(`${demoCityworks.path}/Services/*`, (request) => {
    const service = request.params['*'];
    const { data, token } = readCall(request.body);
    if (!data) return answer(status.error, null, 'The form has no data in JSON.');
    if (service === 'General/Authentication/Authenticate') return signIn(data);
    if ((tokens.get(token) ?? 0) < Date.now())
      return answer(status.unauthorized, null, 'The token has ended. Sign in again.');
    const serve = Object.hasOwn(services, service) ? services[service] : undefined;
    if (!serve) return answer(status.error, null, `There is no service ${service} in this simulator.`);
    try {
      return answer(status.ok, serve(data));
    } catch (error) {
      if (error instanceof CityworksError) return answer(status.error, null, error.message);
      if (error instanceof z.ZodError) return answer(status.error, null, 'The data has another form.');
      throw error;
    }
  });
}

function answer(Status: number, Value: unknown, Message: string | null = null) {
  return { Status, Value, Message, ErrorMessages: [], WarningMessages: [] };
}

function isWithin(
  record: CityworksRecord,
  [x, y]: readonly [string, string],
  { XMin, YMin, XMax, YMax }: { XMin: number; YMin: number; XMax: number; YMax: number },
): boolean {
  const [easting, northing] = [Number(record[x]), Number(record[y])];
  return easting >= XMin && easting <= XMax && northing >= YMin && northing <= YMax;
}

function readCall(body: unknown): { data: Record<string, unknown> | undefined; token: string } {
  const form = z.object({ data: z.string().default('{}'), token: z.string().default('') }).safeParse(body);
  if (!form.success) return { data: undefined, token: '' };
  try {
    const data = z.record(z.string(), z.unknown()).safeParse(JSON.parse(form.data.data));
    return { data: data.success ? data.data : undefined, token: form.data.token };
  } catch {
    return { data: undefined, token: form.data.token };
  }
}
