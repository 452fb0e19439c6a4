import { z } from 'zod';
import { parse } from '../../../../wire/portal-examination/read-portal.ts';
import {
  type Assumption,
  brief,
  isCultureFormat,
  online,
  selfSchema,
  shapeOf,
  unlessOnline,
  type Visit,
} from './assumption.ts';
import { basemapStyle } from './of-addresses.ts';

const accountSchema = z.looseObject({
  username: z.string(),
  orgId: z.string(),
  privileges: z.array(z.string()),
  groups: z.array(z.looseObject({ id: z.string(), title: z.string() })),
  userLicenseTypeId: z.string(),
});

const creditsSchema = z.looseObject({
  creditAssignments: z.string().nullish(),
  user: z.looseObject({ availableCredits: z.number().nullish() }).nullish(),
});

async function formatOf({ ask, root, token }: Visit): Promise<string | null | undefined> {
  const response = await ask(`${root}/community/self`, { form: { f: 'json', token } });
  return parse(z.looseObject({ cultureFormat: z.string().nullish() }), response.text)?.cultureFormat;
}

async function creditsOf({ ask, root, token }: Visit) {
  const response = await ask(`${root}/portals/self`, { form: { f: 'json', token } });
  return parse(creditsSchema, response.text);
}

/** What only the token of a member can check. It is sent to the portal, and on ArcGIS Online to its basemaps, in forms. */
export const memberAssumptions: readonly Assumption[] = [
  {
    text: '`community/self` gives a member’s `orgId`, `privileges`, `groups` and `userLicenseTypeId`',
    check: async ({ ask, root, token }) =>
      shapeOf(accountSchema, await ask(`${root}/community/self`, { form: { f: 'json', token } })),
  },
  {
    text: 'A member’s `portals/self` is that of their own organisation at every address',
    skip: unlessOnline,
    check: async ({ ask, root, token }) => {
      const form = { f: 'json', token };
      const account = parse(accountSchema, (await ask(`${root}/community/self`, { form })).text);
      for (const each of [root, online]) {
        const response = await ask(`${each}/portals/self`, { form });
        if (parse(selfSchema, response.text)?.id !== account?.orgId) return `${each}: ${brief(response)}`;
      }
      return undefined;
    },
  },
  {
    text: 'A member’s `cultureFormat` is a country, or ends in one',
    skip: async (visit) => ((await formatOf(visit)) ? undefined : 'the account names none'),
    check: async (visit) => {
      const format = (await formatOf(visit)) ?? '';
      return isCultureFormat(format) ? undefined : format;
    },
  },
  {
    text: 'Members with a budget see their `availableCredits`',
    skip: async (visit) =>
      unlessOnline(visit) ??
      ((await creditsOf(visit))?.creditAssignments === 'enabled'
        ? undefined
        : 'the organisation gives no budgets'),
    check: async (visit) =>
      (await creditsOf(visit))?.user?.availableCredits == null
        ? 'no availableCredits of the user'
        : undefined,
  },
  {
    text: 'Basemap styles take the token of a member of ArcGIS Online',
    skip: unlessOnline,
    check: async ({ ask, token }) =>
      shapeOf(
        z.looseObject({ version: z.literal(8) }),
        await ask(basemapStyle, { form: { f: 'json', token } }),
      ),
  },
  {
    text: 'The portal issues tokens for a federated server that differ from its own',
    skip: ({ service, root }) =>
      service &&
      new URL(service).host !== new URL(root).host &&
      !/\.arcgis\.com$/i.test(new URL(service).host)
        ? undefined
        : 'visitors find no service of a federated server on another host',
    check: async ({ ask, root, token, service = '' }) => {
      const serverUrl = service.replace(/\/rest\/services\/.*$/i, '');
      const form = { f: 'json', request: 'getToken', serverUrl, expiration: '5', token };
      const response = await ask(`${root}/generateToken`, { form });
      const answered = parse(z.looseObject({ token: z.string().min(1) }), response.text);
      if (!answered) return brief(response);
      return Object.is(answered.token, token) ? 'the same token' : undefined;
    },
  },
];
