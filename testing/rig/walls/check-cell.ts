import type { TestServer } from '../start-server.ts';
import type { ApiCell } from './other-cells.ts';
import { marker, type Places, type TwoOrganisations } from './two-organisations.ts';

/** Context in which cells are tested. */
export interface World {
  server: TestServer;
  two: TwoOrganisations;
}

export interface Answer {
  status: number;
  body: string;
}

export type Person = 'visitor' | 'hal' | 'olga';
export const people: readonly Person[] = ['visitor', 'hal', 'olga'];

export interface Request {
  /** Instead of the user's own. */
  token?: string;
  as: Person;
  method: string;
  address: string;
  send: Record<string, string>;
  body?: unknown;
  bearer?: boolean;
}

let requested = 0;
/** Each call has its own address, so that limits by address do not answer instead of the route. */
function nextAddress(): string {
  requested += 1;
  return `10.${(requested >> 16) & 255}.${(requested >> 8) & 255}.${requested & 255}`;
}

export async function ask(
  { server, two }: World,
  { as, token: given, method, address, send, body, bearer }: Request,
): Promise<Answer> {
  const token = as === 'visitor' ? undefined : (given ?? two.tokens[as]);
  const form = new URLSearchParams({ ...send, ...(token && !bearer && { token }) });
  const raw = typeof body === 'string';
  const response = await fetch(
    `${server.url}${address}${method === 'POST' && !bearer ? '' : `?${form.toString()}`}`,
    {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': nextAddress(),
        ...(token && bearer && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': raw ? 'image/png' : 'application/json' }),
        'if-match': '"city-1-2"',
      },
      ...(method === 'POST' && !bearer && { body: form }),
      ...(body !== undefined && { body: raw ? body : JSON.stringify(body) }),
    },
  );
  return { status: response.status, body: await response.text() };
}

/** The response without input and values that change with every call. */
function bare({ status, body }: Answer, places: Places): string {
  const values = Object.values(places)
    .filter((value) => value.length > 3)
    .toSorted((a, b) => b.length - a.length);
  const plain = values.reduce((text, value) => text.replaceAll(value, '·'), body);
  return `${status} ${plain
    .replace(/Wait \d+ seconds/, 'Wait')
    .replaceAll(`no revision ${places.revision}`, 'no revision')
    .replace(/\b\d{13}\b/g, 'now')
    .replace(/"(traceId|instance|requestId|id)":"[^"]*"/g, '')
    .replace(/ (nonce|value)="[^"]*"/g, '')}`;
}

/** Fills in the parameters of a path. */
export function fill(row: string, places: Places, overrides: Record<string, string> = {}): string {
  const id = row.includes('/groups/:id')
    ? places.group
    : row.includes('/integrations/')
      ? places.integration
      : /\/(comments|mentions)\/:id/.test(row)
        ? places.mapComment
        : places.item;
  const all: Record<string, string> = {
    ...places,
    id,
    name: places.service,
    layer: '0',
    wid: places.item,
    number: '1',
    objectid: '1',
    fid: '1',
    attachmentid: '1',
    z: '0',
    y: '0',
    x: '0',
    file: 'sprite.json',
    font: 'Arial%20Regular',
    range: '0-255.pbf',
    org: 'city',
    ...overrides,
  };
  return row
    .replace(/\(\^[^)]*\)/g, '')
    .replace(/:(\w+)/g, (_, name: string) => all[name] ?? name)
    .replace('*', all['rest'] ?? (row.includes('/info/') ? 'thumbnail/t.png' : 't.png'));
}

/** What a cell sends about a place. */
export function inputOf(
  { send, body }: ApiCell,
  places: Places,
  own: TwoOrganisations['own'],
): Pick<Request, 'send' | 'body'> {
  return {
    send: { f: 'json', ...send?.(places, own) },
    ...(body !== undefined && { body: typeof body === 'function' ? body(places, own) : body }),
  };
}

/** One cell: the same call about content of the city, and about nothing. */
export async function check(
  world: World,
  what: string,
  cell: ApiCell,
  call: Omit<Request, 'send' | 'address'>,
  addressOf: (places: Places) => string,
  places: Places,
): Promise<string[]> {
  const { two } = world;
  const session = async () =>
    cell.ends && call.as !== 'visitor' ? { token: await two.signIn(call.as) } : undefined;
  const [found, missing] = await Promise.all(
    [places, two.nothing].map(async (of) =>
      ask(world, {
        ...call,
        ...(await session()),
        ...inputOf(cell, of, two.own),
        address: addressOf(of),
      }),
    ),
  );
  const problems: string[] = [];
  const name = `${call.as}: ${call.method} ${what}`;
  if (found!.body.includes(marker)) problems.push(`${name} reveals ${around(found!.body)}`);
  if (found!.body.includes('"code":498')) problems.push(`${name} came with a token that had ended`);
  if (found!.status >= 500) problems.push(`${name} answers ${found!.status} ${found!.body.slice(0, 200)}`);
  if (cell.reveals === undefined) {
    const [one, other] = [bare(found!, places), bare(missing!, two.nothing)];
    if (one !== other)
      problems.push(`${name} reveals whether it exists:\n  ${one.slice(0, 300)}\n  ${other.slice(0, 300)}`);
  }
  return problems;
}

function around(body: string): string {
  const at = body.indexOf(marker);
  return body.slice(Math.max(0, at - 80), at + 40);
}
