/** A route as the server registers it. */
export interface Route {
  method: string;
  url: string;
}

/** A request as sent; the address is not normalised. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Makings {
  routes: readonly Route[];
  /** Tokens by user; `dead` is invalid. */
  tokens: Readonly<Record<string, string>>;
  /** Existing ids: items, groups, folders. */
  ids: readonly string[];
}

/** A name that only occurs as the `Host` of requests. */
export const strangeHost = 'evil.example';

/** Malicious requests, each to some route of the server. */
export function createGenerator(makings: Makings, random: () => number): () => HostileRequest {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number) => random() < share;

  const json = (depth: number): unknown => {
    if (depth <= 0 || chance(0.4))
      return pick<unknown>([...texts, null, true, 0, -1, 1e308, 1e-300, 2 ** 53, '']);
    if (chance(0.5)) return Array.from({ length: Math.floor(random() * 4) }, () => json(depth - 1));
    return Object.fromEntries(
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => [pick(names), json(depth - 1)]),
    );
  };
  const jsonText = () => {
    if (chance(0.05)) return '['.repeat(pick([50, 200, 1000])) + (chance(0.5) ? ']'.repeat(1000) : '');
    return JSON.stringify(json(4));
  };
  const value = () =>
    chance(0.3) ? pick(plausible) : chance(0.3) ? jsonText() : chance(0.2) ? pick(makings.ids) : pick(texts);

  const fill = (url: string) =>
    url
      .replace(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => {
        if (chance(0.15)) return pick(segments);
        if (name === 'user') return upsets.test(url) ? 'someone' : pick(['grace', 'someone', 'nobody']);
        if (name === 'portal') return 'self';
        if (name === 'org') return pick(['demo', 'none']);
        if (name === 'name') return pick(['City', 'Places', 'None']);
        if (/^(layer|objectid|attachmentid|z|x|y|revision)$/.test(name))
          return pick(['0', '1', '2', '999999999']);
        return pick(makings.ids);
      })
      .replace('*', () => pick(segments));

  const token = () => makings.tokens[pick(Object.keys(makings.tokens))] ?? '';

  return () => {
    const { method, url } = pick(makings.routes);
    const pairs = Array.from(
      { length: Math.floor(random() * 7) },
      () => [pick(names), value()] as [string, string],
    );
    const headers: Record<string, string> = chance(0.03)
      ? { host: pick([strangeHost, strangeHost, 'a b', '']) }
      : {};
    if (chance(0.8)) {
      if (url.startsWith('/api')) headers['authorization'] = `Bearer ${token()}`;
      else pairs.push(['token', token()]);
    }
    if (!url.startsWith('/api') && chance(0.9))
      pairs.unshift(['f', pick(['json', 'json', 'json', 'pbf', 'geojson', 'html', 'x'])]);
    if (chance(0.1)) headers[pick(headerNames)] = pick(texts).replaceAll(/[^\x20-\x7e]/g, '');
    const form = () => pairs.map(([name, text]) => `${escape(name)}=${escape(text)}`).join('&');
    let path = fill(url);
    let body: string | undefined;
    if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || chance(0.2)) path += `?${form()}`;
    else [body, headers['content-type']] = makeBody();
    if (chance(0.01)) path += pick(['%', '%00', '%zz', '?%00=%00', '#', '\\', '//', '?a[b]=c&a=1&a=2']);
    // Longer ones are rejected by Node itself, which closes the connection while the client may still be
    // writing.
    return { method, path: path.slice(0, longestPath), headers, body };

    function makeBody(): [string, string] {
      if (url.startsWith('/api') || chance(0.05)) {
        if (chance(0.1)) return [pick(texts), 'application/json'];
        return [chance(0.1) ? jsonText() : JSON.stringify(Object.fromEntries(pairs)), 'application/json'];
      }
      if (chance(0.8)) return [form(), 'application/x-www-form-urlencoded'];
      if (chance(0.1))
        return [pick(texts), pick(['text/plain', 'multipart/form-data; boundary=x', 'image/png', 'x'])];
      const parts = pairs.map(
        ([name, text]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
      );
      const file = `--x\r\ncontent-disposition: form-data; name="file"; filename="${pick(segments)}"\r\n\r\n${pick(texts)}\r\n`;
      return [[...parts, chance(0.5) ? file : '', '--x--\r\n'].join(''), 'multipart/form-data; boundary=x'];
    }
  };
}

/** Operations that end sessions, change passwords or delete users affect a user who never signs in. */
const upsets = /\/:user\/(delete|disable|enable|reset|update|endSessions|sessions\/:session\/end)$/;

/** Percent-encodes; a lone surrogate, which cannot be encoded, becomes a question mark. */
function escape(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\ufffd', '?'));
}

const headerNames = [
  'if-none-match',
  'if-match',
  'range',
  'accept-language',
  'referer',
  'origin',
  'cookie',
  'x-forwarded-for',
];

const longestPath = 12_000;

const segments = [
  '%00',
  'a%00b',
  '..',
  '%2e%2e',
  '%2F',
  '%5C',
  '-1',
  '1e9',
  'null',
  '__proto__',
  '%F0%9F%99%82',
  "'",
  '%ED%A0%80',
  'a'.repeat(400),
  '9'.repeat(15),
  '0.5',
  '%20',
];

const texts = [
  "'; drop table portal_user; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  'a\0b',
  '\ud800',
  '\u202e',
  '{"a":',
  '{}',
  '[]',
  'null',
  'NULL',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1',
  '1e999',
  '1e-300',
  '-1e308',
  '1.5',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  'title:(((((((((((((((((',
  'modified:[* TO 9999999999999999999999]',
  'type:"Web Map" AND NOT',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  'x'.repeat(3000),
  'a,'.repeat(300),
  '/',
  '//',
  '*',
  '?',
  '%',
  '_',
  '\\',
  "''",
  '""',
  '()',
  '\n',
  '\t',
  'true',
  'false',
  '0001-01-01',
  '1970-01-01T00:00:00Z',
  '+',
  ' ',
  '🙂'.repeat(50),
];

const plausible = [
  '1=1',
  'OBJECTID > 1',
  "name LIKE 'a%'",
  'name = NULL',
  'OBJECTID IN (1,2,3)',
  'NULL',
  'OBJECTID DESC',
  'OBJECTID / 0',
  'CURRENT_TIMESTAMP',
  'EXTRACT(YEAR FROM opened) = 2020',
  'POWER(OBJECTID, 99)',
  '0',
  '1',
  '2000',
  '4326',
  '102100',
  '3857',
  '{"wkid":4326}',
  '{"wkid":102100,"latestWkid":3857}',
  '71,51,72,52',
  '-180,-90,180,90',
  '71.4,51.1',
  '{"x":71.4,"y":51.1,"spatialReference":{"wkid":4326}}',
  '{"xmin":-1e300,"ymin":0,"xmax":1e300,"ymax":1}',
  '{"rings":[[[0,0],[1,0],[1,1],[0,0]]]}',
  '{"paths":[[[0,0],[1e308,1]]]}',
  '{"points":[]}',
  '{"mode":"view","originPosition":"upperLeft","tolerance":1e-300}',
  '{"mode":"edit","tolerance":1,"extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1}}',
  '[{"statisticType":"count","onStatisticField":"OBJECTID","outStatisticFieldName":"n"}]',
  '[{"statisticType":"percentile_cont","onStatisticField":"OBJECTID","outStatisticFieldName":"n","statisticParameters":{"value":2}}]',
  '[{"attributes":{"name":"x"},"geometry":{"x":1,"y":2}}]',
  '[{"attributes":{"OBJECTID":1,"name":null}}]',
  '[{"id":0,"adds":[{}],"deletes":[1]}]',
  '1,2,3',
  'esriGeometryPoint',
  'esriGeometryEnvelope',
  'esriSpatialRelIntersects',
  'esriSpatialRelRelation',
  'count',
  'name',
  '*',
  'title',
  'owner:grace',
  'type:"Web Map"',
  '{"categorySchema":[{"title":"Categories","categories":[{"title":"A"}]}]}',
  '{"layers":[{"name":"A","geometryType":"esriGeometryPoint","fields":[{"name":"a","type":"esriFieldTypeString"}]}]}',
  '{"name":"New"}',
  '{"invitations":[{"email":"a@b.c","role":"org_user"}]}',
  '{"records":[{"attributes":{"OBJECTID":1,"SingleLine":"Main"}}]}',
  'Main street',
  'password',
  'authorization_code',
  'refresh_token',
  'token',
  'code',
  'S256',
  'Web Map',
  'Feature Service',
  'CSV',
  'grace',
  'someone',
  'public',
  'org',
  'true',
  'false',
  'asc',
  '12h',
];

/** Names of parameters and members that operations read, and names with a meaning in JavaScript. */
const names = (
  'f where objectIds outFields orderByFields groupByFieldsForStatistics having outStatistics geometry geometryType spatialRel inSR outSR ' +
  'returnGeometry returnCountOnly returnIdsOnly returnExtentOnly returnDistinctValues resultOffset resultRecordCount resultType quantizationParameters ' +
  'maxAllowableOffset geometryPrecision time distance units relationParam returnZ returnM returnCentroid relationshipId definitionExpression globalIds ' +
  'attachmentTypes keywords size features adds updates deletes edits useGlobalIds rollbackOnFailure attachmentIds attachmentId layers ' +
  'SingleLine singleLine magicKey text location maxSuggestions maxLocations searchExtent countryCode category addresses featureTypes langCode ' +
  'username password client_id client_secret redirect_uri response_type grant_type code code_verifier code_challenge code_challenge_method refresh_token expiration ' +
  'state locale answer form_token serverUrl request referer client culture q filter num start sortField sortOrder bbox categories countFields countSize name type title tags typeKeywords ' +
  'snippet description url extent properties data dataUrl access spatialReference users admins role memberType targetUsername groups everyone org account items ' +
  'folder folderId folderName rating originItemId destinationItemId relationshipType relationshipTypes direction fileName resourcesPrefix resource deleteAll filename thumbnail file ' +
  'clearEmptyFields fullName email region isInvitationOnly isViewOnly newTitle targetFolderName includeResources archive jobId itemid publishParameters createParameters analyzeParameters ' +
  'filetype overwrite link keepCurrent newPassword invitationList user categorySchema w webMap viewpoint config values note version portal before from until act actor map integrations ' +
  '__proto__ constructor toString length'
).split(' ');
