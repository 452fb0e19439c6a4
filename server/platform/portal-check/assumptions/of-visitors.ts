import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { parse } from '../../../../wire/portal-examination/read-portal.ts';
import {
  type Assumption,
  brief,
  codeOf,
  errorSchema,
  refusedWith,
  shapeOf,
  unlessService,
} from './assumption.ts';

export const itemSchema = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  owner: z.string(),
  title: z.string(),
  type: z.string(),
  access: z.string(),
  created: z.number().min(1e11, 'in epoch milliseconds'),
  modified: z.number().min(1e11, 'in epoch milliseconds'),
  url: z.string().nullish(),
});
export const pageSchema = z.object({
  total: z.number(),
  start: z.number(),
  num: z.number(),
  nextStart: z.number(),
  results: z.array(z.unknown()),
});

/** No portal issued it. */
const endedToken = 'ended-token-of-a-check';

/** What visitors can check. */
export const visitorAssumptions: readonly Assumption[] = [
  {
    text: 'The root gives `currentVersion`',
    check: async ({ ask, root }) =>
      shapeOf(z.looseObject({ currentVersion: z.unknown() }), await ask(`${root}?f=json`)),
  },
  {
    text: 'An organisation of ArcGIS Online has `urlKey`, `customBaseUrl` and `access`; ArcGIS Enterprise is `singletenant` without `urlKey`',
    skip: ({ self }) => (self.id || self.isPortal ? undefined : 'the address belongs to no organisation'),
    check: async ({ self }) => {
      const { isPortal, portalMode, urlKey, customBaseUrl } = self;
      const found = JSON.stringify({ isPortal, portalMode, urlKey, customBaseUrl, access: self['access'] });
      const expected = isPortal
        ? portalMode === 'singletenant' && !urlKey
        : Boolean(urlKey && customBaseUrl && self['access']);
      return expected ? undefined : found;
    },
  },
  {
    text: 'A token that has ended is refused with 498 in a response of status 200',
    check: async ({ ask, root }) =>
      refusedWith(498, await ask(`${root}/portals/self`, { form: { f: 'json', token: endedToken } })),
  },
  {
    text: 'What requires a sign-in responds to visitors with 499 or 403 in a response of status 200',
    check: async ({ ask, root }) => refusedWith([499, 403], await ask(`${root}/community/self?f=json`)),
  },
  {
    text: 'A search returns at most 100 items per page, with `total`, `start`, `num` and `nextStart`',
    check: async ({ ask, root }) => {
      const response = await ask(
        `${root}/search?${new URLSearchParams({ f: 'json', q: 'type:"Web Map"', num: '200' })}`,
      );
      const page = parse(pageSchema, response.text);
      if (!page) return shapeOf(pageSchema, response);
      return page.num <= 100 && page.results.length <= 100
        ? undefined
        : `num ${page.num}, ${page.results.length} items`;
    },
  },
  {
    text: 'A search gives nothing after 10,000 results',
    check: async ({ ask, root }) => {
      const query = new URLSearchParams({ f: 'json', q: 'type:"Web Map"', start: '10001', num: '1' });
      const response = await ask(`${root}/search?${query}`);
      const page = parse(pageSchema, response.text);
      return page && page.results.length > 0 ? `${page.results.length} items after 10,000` : undefined;
    },
  },
  {
    text: 'Items have `id`, `owner`, `title`, `type`, `access`, and times in epoch milliseconds',
    check: async ({ ask, root }) => {
      const response = await ask(
        `${root}/search?${new URLSearchParams({ f: 'json', q: 'type:"Web Map"', num: '5' })}`,
      );
      return shapeOf(pageSchema.extend({ results: z.array(itemSchema) }), response);
    },
  },
  {
    text: 'An item that does not exist is 400 with `CONT_0001`',
    check: async ({ ask, root }) => {
      const response = await ask(`${root}/content/items/${randomBytes(16).toString('hex')}?f=json`);
      return response.text.includes('CONT_0001') ? refusedWith(400, response) : brief(response);
    },
  },
  {
    text: 'A sign-in of an unknown application ends at the portal, with “Invalid client_id”',
    check: async ({ ask, root }) => {
      const query = new URLSearchParams({
        client_id: 'unknown-application-of-a-check',
        response_type: 'code',
        redirect_uri: 'https://maps.example.org/signed-in',
      });
      const response = await ask(`${root}/oauth2/authorize?${query}`);
      return /invalid[ _.]?client/i.test(response.text) ? undefined : brief(response);
    },
  },
  {
    text: 'A session that cannot be renewed is refused with `error`, an object of ArcGIS or a text of RFC 6749',
    check: async ({ ask, root }) =>
      shapeOf(
        errorSchema,
        await ask(`${root}/oauth2/token`, {
          form: { f: 'json', client_id: 'unknown', grant_type: 'refresh_token', refresh_token: endedToken },
        }),
      ),
  },
  {
    text: 'Pages of other origins can read the portal, but not its `Retry-After`',
    check: async ({ ask, root }) => {
      const { headers } = await ask(`${root}/portals/self?f=json`, {
        headers: { origin: 'https://maps.example.org' },
      });
      const origin = headers.get('access-control-allow-origin');
      if (origin === null) return 'no Access-Control-Allow-Origin';
      const exposed = headers.get('access-control-expose-headers') ?? '';
      return /retry-after|\*/i.test(exposed) ? `Access-Control-Expose-Headers: ${exposed}` : undefined;
    },
  },
  {
    text: '`rest/info` of a hosted service names the portal: `owningSystemUrl`, or `authInfo.tokenServicesUrl`',
    skip: unlessService,
    check: async ({ ask, service = '' }) => {
      const response = await ask(`${service.replace(/\/rest\/services\/.*$/i, '')}/rest/info?f=json`);
      const schema = z.union([
        z.looseObject({ owningSystemUrl: z.string() }),
        z.looseObject({ authInfo: z.looseObject({ tokenServicesUrl: z.string() }) }),
      ]);
      return shapeOf(schema, response);
    },
  },
  {
    text: 'A service refuses an ended token with 498, as HTTP status or in a response of status 200',
    skip: unlessService,
    check: async ({ ask, service = '' }) => {
      const response = await ask(service, { form: { f: 'json', token: endedToken } });
      return codeOf(response) === 498 || response.status === 498 ? undefined : brief(response);
    },
  },
];
