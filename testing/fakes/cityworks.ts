import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Call {
  service: string;
  data: Record<string, unknown>;
  token: string | null;
}

/**
 * A Cityworks site as described by its published SDK: forms with `data` and `token`, responses with `Status`,
 * and errors in HTTP 200. Coordinates are Web Mercator.
 */
export async function startFakeCityworks({ username = 'mapping', password = 'cw-secret-password' } = {}) {
  const calls: Call[] = [];
  let tokens = 0;
  let valid = '';
  let broken: string | undefined;
  let spends = true;
  const otherwise = new Map<string, unknown>();
  const created: Record<string, unknown>[] = [];
  const ok = (Value: unknown) => ({
    Status: 0,
    Value,
    Message: null,
    ErrorMessages: [],
    WarningMessages: [],
  });
  const error = (Status: number, Message: string) => ({
    Status,
    Value: null,
    Message,
    ErrorMessages: [],
    WarningMessages: [],
  });

  const answers: Record<string, (data: Record<string, unknown>) => unknown> = {
    'Ams/Preferences/User': () => ok({ Data: [], SpatialReference: 3857 }),
    'Ams/WorkOrder/Search': () => ok(['WO-1', 'WO-2']),
    'Ams/WorkOrder/ByIds': () =>
      ok([
        {
          WorkOrderId: 'WO-1',
          Description: 'Repair the lamp',
          Status: 'OPEN',
          WOXCoordinate: 7_951_300,
          WOYCoordinate: 6_649_000,
        },
        { WorkOrderId: 'WO-2', Description: 'Without a place', Status: 'HOLD' },
      ]),
    'Ams/ServiceRequest/Search': () => ok([41]),
    'Ams/ServiceRequest/ByIds': () =>
      ok([{ RequestId: 41, Description: 'Pothole', Status: 'OPEN', SRX: 7_951_310, SRY: 6_649_010 }]),
    'Ams/Inspection/Search': () => ok([]),
    'Ams/ServiceRequest/Problems': () =>
      ok([{ ProblemSid: 7, ProblemCode: 'POTHOLE', Description: 'Pothole' }]),
    'Ams/ServiceRequest/Create': (data) => {
      if (data['ProblemSid'] !== 7) return error(1, 'The problem does not exist');
      created.push(data);
      return ok({ RequestId: 100 + created.length });
    },
  };
  const answer = ({ service, data, token }: Call): unknown => {
    if (service === 'General/Authentication/Authenticate') {
      if (data['LoginName'] !== username || data['Password'] !== password)
        return error(3, 'Invalid credentials');
      valid = `cw-token-${++tokens}`;
      return ok({ Token: valid });
    }
    if (service === 'General/Authentication/AuthenticateGisToken') return byGisToken(data);
    if (token !== valid) return error(2, 'Token expired');
    if (otherwise.has(service)) return otherwise.get(service);
    return answers[service]?.(data) ?? error(1, `No service ${service}`);
  };
  /** As in Cityworks: the portal verifies the token. */
  const byGisToken = async (data: Record<string, unknown>) => {
    if (!spends) return error(3, 'Invalid credentials');
    const root = String(data['GisTokenUrl']).replace(/\/generateToken$/, '');
    const body = new URLSearchParams({ f: 'json', token: String(data['GisToken']) });
    const self = (await (await fetch(`${root}/community/self`, { method: 'POST', body })).json()) as {
      username?: string;
    };
    if (self.username === undefined || self.username !== data['LoginName'])
      return error(3, 'Invalid credentials');
    valid = `cw-token-${++tokens}`;
    return ok({ Token: valid });
  };
  const respond = async (call: Call, response: ServerResponse) => {
    response.setHeader('content-type', broken === undefined ? 'application/json' : 'text/html');
    const sent = await answer(call);
    // No response at all.
    if (broken === undefined && sent === undefined) return;
    response.end(broken ?? JSON.stringify(sent));
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(parts).toString());
      const call = {
        service: (request.url ?? '').replace(/^.*\/Services\//, ''),
        data: JSON.parse(form.get('data') ?? '{}') as Record<string, unknown>,
        token: form.get('token'),
      };
      calls.push(call);
      void respond(call, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/Cityworks`,
    calls,
    created,
    /** Expires the token in use. */
    endToken: () => (valid = 'none'),
    /**
     * Whether tokens are verified with the portal; otherwise they are recorded, and the sign-in is refused.
     */
    spendTokens: (does: boolean) => (spends = does),
    /** Responds with a page instead, as after a move. */
    breakWith: (page: string | undefined) => (broken = page),
    /** Makes one service always answer this, or never (`undefined`), until `answerAsBefore`. */
    answerWith: (service: string, answered: unknown) => otherwise.set(service, answered),
    answerAsBefore: () => otherwise.clear(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(resolve);
      }),
  };
}
