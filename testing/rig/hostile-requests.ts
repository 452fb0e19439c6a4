import { hostileChoices } from './hostile-choices.ts';
import { headerNames, names, segments, texts } from './hostile-values.ts';
import { png } from './content-rig.ts';
import { documentedRequests } from './view-requests.ts';
import { fill, inputOf } from './walls/check-cell.ts';
import type { ApiCell } from './walls/other-cells.ts';
import { rowOf } from './walls/row-of.ts';
import type { Places, TwoOrganisations } from './walls/two-organisations.ts';

/** A route as the server registers it. */
export interface Route {
  method: string;
  url: string;
}

/** A request as sent; the address is not normalised. */
export interface HostileRequest {
  /** The route that it is meant for. */
  route: Route;
  /** Whether its address exists, and its sender is a member. */
  isAimed: boolean;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface Makings {
  routes: readonly Route[];
  /** Tokens by user: `dead` is invalid, `leaving` is for operations that end its session. */
  tokens: Readonly<Record<string, string>>;
  /** What the organisation `city` has. */
  places: Places;
  own: TwoOrganisations['own'];
  /** The entity tag of its configuration. */
  tag: string;
  /** Jobs of the service, and of its layer. */
  jobs: { service: string; append: string };
  /** The integration that shows work orders, and the client id of an application with an item. */
  work: string;
  app: string;
  /** Origin of the server. */
  url: string;
}

export interface Generator {
  /** To any route, with any address. */
  anywhere(): HostileRequest;
  /** To this route, by a member, at an address whose parts all exist. */
  at(route: Route): HostileRequest;
}

/** A name that only occurs as the `Host` of requests. */
export const strangeHost = 'evil.example';

/** Operations that end sessions, change passwords or roles, or delete users affect a user who never signs in. */
const upsets =
  /\/(:user\/(delete|disable|enable|reset|update|endSessions|sessions\/:session\/end|secondFactor.*|passkeys.*|email.*)|generateToken|disableUsers|enableUsers|update[uU]ser[rR]ole)$/;

/** `METRICS_TOKEN` of the server. */
export const metricsToken = 'token-of-the-operator';

const longestPath = 12_000;

/**
 * Malicious requests, each to some route of the server. They are made from the requests of the tables by which each route is tested
 * otherwise, so that more than their first parameter is read.
 */
export function createGenerator(makings: Makings, random: () => number): Generator {
  const { routes, tokens, own, url: origin } = makings;
  const { pick, chance, json, jsonText, value, distort, distortJson } = hostileChoices(
    random,
    Object.values(makings.places),
  );

  const placesOf = (url: string): Places =>
    upsets.test(url) ? { ...makings.places, user: 'someone', otherUser: 'someone' } : makings.places;

  const address = (url: string, cell: ApiCell, isPlain: boolean) => {
    const places = placesOf(url);
    const overrides: Record<string, string> = {
      portal: url.startsWith('/api/session/')
        ? Buffer.from(`${origin}/portal`).toString('base64url')
        : 'self',
      // The layer with attachments and relationships.
      layer: '2',
      ...filesOf(url),
      ...(/:id\/(work|problems|requests)$/.test(url) && { id: makings.work }),
      ...(url.includes('/oauth2/apps/') && { app: makings.app }),
      ...(url.includes('/append/jobs/') && { job: makings.jobs.append }),
      ...(/FeatureServer\/(jobs|replicafiles)\//.test(url) && { job: makings.jobs.service }),
      ...(cell.rest && { rest: cell.rest(places) }),
    };
    const parts = ['rest', ...url.matchAll(/:(\w+)/g).map(([, name = '']) => name)];
    if (!isPlain)
      for (const name of parts) {
        const isNumber = /^(layer|objectid|fid|attachmentid|z|x|y|revision|number)$/.test(name);
        if (isNumber) overrides[name] = pick(['0', '1', '2', '3', '999999999']);
        if (name === 'user' && !upsets.test(url)) overrides[name] = pick(['grace', 'someone', 'nobody']);
        if (chance(0.25)) overrides[name] = pick(chance(0.6) ? segments : Object.values(places));
      }
    return fill(url, places, overrides);
  };

  /** A request of the tables, altered in places, and parameters that mean something elsewhere. */
  const parameters = (route: Route, cell: ApiCell, isUntouched: boolean): [string, string][] => {
    const samples = documentedRequests[rowOf(route).row] ?? [];
    const known = Object.entries({
      ...cell.send?.(placesOf(route.url), own),
      ...(samples.length > 0 && chance(0.7) && pick(samples)),
    });
    if (isUntouched) return known;
    const altered = known
      .filter(() => chance(0.9))
      .map(([name, text]): [string, string] => [name, chance(0.5) ? text : distort(text)]);
    const others = Array.from(
      { length: chance(0.4) ? 0 : Math.floor(random() * 7) },
      (): [string, string] => [pick(names), value()],
    );
    // It would block the sign-ins of the following requests.
    return [...altered, ...others].filter(
      ([name, text]) => name !== 'requireSecondFactor' || text === 'false',
    );
  };

  const token = () => tokens[pick(Object.keys(tokens).filter((name) => name !== 'leaving'))] ?? '';
  const memberToken = (url: string) =>
    tokens[
      pick(['administrator', upsets.test(url) ? 'someone' : 'owner', 'administrator', 'owner', 'someone'])
    ] ?? '';

  const make = (route: Route, isPlain: boolean): HostileRequest => {
    const { method, url } = route;
    const { table, row } = rowOf(route);
    const { also = [], ...first } = (table[row] ?? {}) as ApiCell;
    const cell: ApiCell = pick([first, ...also]);
    const isUntouched = isPlain && chance(0.6);
    const pairs = parameters(route, cell, isUntouched);
    const headers: Record<string, string> =
      !isPlain && chance(0.03) ? { host: pick([strangeHost, strangeHost, 'a b', '']) } : {};
    const isOwnApi = url.startsWith('/api');
    const sender = cell.ends ? tokens['leaving']! : isPlain ? memberToken(url) : token();
    if (isPlain || chance(0.8)) {
      if (url === '/metrics') headers['authorization'] = `Bearer ${metricsToken}`;
      else if (isOwnApi) headers['authorization'] = `Bearer ${sender}`;
      else pairs.push(['token', sender]);
    }
    if (!isOwnApi && (isPlain || chance(0.9)))
      pairs.unshift(['f', isPlain ? 'json' : pick(['json', 'json', 'json', 'pbf', 'geojson', 'html', 'x'])]);
    if (method === 'PUT' && chance(0.7)) headers['if-match'] = makings.tag;
    if (!isPlain && chance(0.1)) headers[pick(headerNames)] = pick(texts).replaceAll(/[^\x20-\x7e]/g, '');
    const form = () => pairs.map(([name, text]) => `${escape(name)}=${escape(text)}`).join('&');
    const isChange = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    let path = address(url, cell, isPlain);
    let body: string | Buffer | undefined;
    if (!isChange || (!isPlain && chance(0.15))) path += `?${form()}`;
    else if (url.includes('/ogc/')) {
      path += `?${form()}`;
      [body, headers['content-type']] = makeFeature(isUntouched);
    } else if (isOwnApi || (!isPlain && chance(0.05)))
      [body, headers['content-type']] = makeJson(cell, pairs, isUntouched);
    else [body, headers['content-type']] = makeForm(form(), pairs, isPlain);
    if (!isPlain && chance(0.01))
      path += pick(['%', '%00', '%zz', '?%00=%00', '#', '\\', '//', '?a[b]=c&a=1&a=2']);
    // Longer ones are rejected by Node itself, which closes the connection while the client may still be
    // writing.
    return { route, isAimed: isPlain, method, path: path.slice(0, longestPath), headers, body };
  };

  /** A feature of the layer of `address`, for OGC API – Features. */
  const makeFeature = (isUntouched: boolean): [string, string] => {
    const feature = {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [71.1, 51.1] },
      properties: { name: 'Stop', code: 7, kind: 1, opened: '2026-01-01T00:00:00Z', score: 0.5 },
    };
    const type = isUntouched || chance(0.9) ? 'application/geo+json' : 'application/json';
    if (isUntouched) return [JSON.stringify(feature), type];
    return [chance(0.1) ? jsonText() : JSON.stringify(distortJson(feature)), type];
  };

  const makeJson = (
    cell: ApiCell,
    pairs: readonly [string, string][],
    isUntouched: boolean,
  ): [string | Buffer, string] => {
    const { body } = inputOf(cell, makings.places, own);
    if (typeof body === 'string') return [chance(0.5) ? png : pick(texts), 'image/png'];
    const type = 'application/json';
    if (isUntouched) return [JSON.stringify(body ?? {}), type];
    if (chance(0.1)) return [pick(texts), type];
    if (chance(0.1)) return [jsonText(), type];
    if (body !== undefined && chance(0.8)) return [JSON.stringify(distortJson(body)), type];
    return [JSON.stringify(chance(0.2) ? json(4) : Object.fromEntries(pairs)), type];
  };

  const makeForm = (form: string, pairs: readonly [string, string][], isPlain: boolean): [string, string] => {
    if (chance(0.8)) return [form, 'application/x-www-form-urlencoded'];
    if (!isPlain && chance(0.1))
      return [pick(texts), pick(['text/plain', 'multipart/form-data; boundary=x', 'image/png', 'x'])];
    const parts = pairs.map(
      ([name, text]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
    );
    const filename = isPlain ? 'a.txt' : pick(segments);
    const field = chance(0.7) ? 'file' : 'attachment';
    const file = `--x\r\ncontent-disposition: form-data; name="${field}"; filename="${filename}"\r\n\r\n${pick(texts)}\r\n`;
    const withFile = isPlain || chance(0.5);
    return [[...parts, withFile ? file : '', '--x--\r\n'].join(''), 'multipart/form-data; boundary=x'];
  };

  return { anywhere: () => make(pick(routes), false), at: (route) => make(route, true) };
}

/** Names of files that the product has, where those of the tables are of something else. */
function filesOf(url: string): Record<string, string> {
  if (url.startsWith('/portal/sign-in/')) return { file: 'icon-1.svg' };
  if (url.endsWith('/woff2/:file')) return { file: 'noto-sans.woff2' };
  if (url === '/assets/*') return { rest: 'app-1234.js' };
  if (url === '/integrations/*') return { rest: 'client.js' };
  return {};
}

/** Percent-encodes; a lone surrogate, which cannot be encoded, becomes a question mark. */
function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\ufffd', '?'));
}
