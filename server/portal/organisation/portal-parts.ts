import { presentUser } from '../community/present-user.ts';
import { listUsers } from '../community/user-store.ts';
import type { Operation } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { pageEnvelope, readPage } from '../search/parameters.ts';
import { checkPortalId } from './portal-organisations.ts';
import { z } from 'zod';
import { boolean, readOperation } from '../../platform/arcgis/schema.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { requireVault } from '../identity/second-factor/check-code.ts';
import { saveNativeApps } from '../identity/apps/native-apps.ts';
import { isServiceNameTaken, saveSwitch } from './portal-organisation-store.ts';

/** `portals/{id}/users`: the organisation's users visible to a member, by username. */
export const listPortalUsers: Operation = async (call) => {
  checkPortalId(call);
  const { context } = call;
  const caller = requireMember(call.caller);
  const page = readPage(call.parameters);
  const { total, users } = await listUsers(context.database, context.portal.id, caller, page);
  return {
    ...pageEnvelope(page, total),
    users: users.map((user) => presentUser(user, caller)),
  };
};

const updateSchema = z
  .object({
    implicitGrant: boolean.optional(),
    requireSecondFactor: boolean.optional(),
    nativeApps: boolean.optional(),
  })
  .refine((given) => Object.values(given).some((value) => value !== undefined), {
    message: 'Give implicitGrant, requireSecondFactor or nativeApps: true or false.',
  });

/** The settings of `portals/{id}/update`, and the acts of switching them on and off. */
const switches = [
  ['implicitGrant', 'sign-in.implicit-on', 'sign-in.implicit-off'],
  ['nativeApps', 'sign-in.devices-on', 'sign-in.devices-off'],
  ['requireSecondFactor', 'sign-in.two-step-required', 'sign-in.two-step-optional'],
] as const;

/**
 * `portals/{id}/update` `implicitGrant`: whether applications from before OAuth 2's code flow get access
 * tokens in addresses; `requireSecondFactor`: whether members need an authenticator app, which those without one add
 * when they next sign in; `nativeApps`: whether ArcGIS Pro, Field Maps, Survey123 and QField may sign users in.
 * @throws MappingError `arcgis:invalid-parameter` (400) for anything but `true` and `false`, `portal:no-secrets-key` (400)
 */
export const updatePortal: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  const given = readOperation(updateSchema, call.parameters);
  const { database, organisations, now, vault } = call.context;
  if (given.requireSecondFactor) requireVault(vault);
  await database.transaction().execute(async (transaction) => {
    if (given.nativeApps) await saveNativeApps(transaction, now());
    for (const [name, whenOn, whenOff] of switches) {
      const on = given[name];
      if (on === undefined || !(await saveSwitch(transaction, orgId, name, on))) continue;
      await recordPortalAct(
        transaction,
        username,
        { act: on ? whenOn : whenOff, subject: orgId, orgId },
        now(),
      );
    }
  });
  organisations.forget();
  return { success: true, id: orgId };
};

/** Of isServiceNameAvailable. */
const schema = z.object({ name: z.string().default(''), type: z.string().default('') });

/** `portals/{id}/settings`. */
export const getSettings: Operation = async (call) => {
  checkPortalId(call);
  return {
    id: call.context.portal.id,
    informationalBanner: { enabled: false, text: '', bgColor: '', fontColor: '' },
    enableSocialLinks: false,
    openData: { enabled: false },
  };
};

/** `portals/{id}/categorySchema`: the category schema for items. */
export const getCategorySchema: Operation = async (call) => {
  checkPortalId(call);
  return { categorySchema: call.context.portal.categorySchema };
};

/** `portals/{id}/classification/classificationSchema`: items of this portal are not classified. */
export const getClassificationSchema: Operation = async (call) => {
  checkPortalId(call);
  return { classificationSchema: {} };
};

/** `portals/{id}/isServiceNameAvailable` `name`, `type`. */
export const isServiceNameAvailable: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const { name, type } = readOperation(schema, call.parameters);
  if (name === '' || (await isServiceNameTaken(call.context.database, orgId, name, type)))
    return { available: false };
  return { available: (await call.context.hosting.findOwnerOf(orgId, name)) === undefined };
};

/** `portals/{id}/roles`: custom roles. There are none. */
export const listRoles: Operation = async (call) => {
  checkPortalId(call);
  requireMember(call.caller);
  return { ...pageEnvelope(readPage(call.parameters), 0), roles: [] };
};

const regionParameters = z.object({ culture: z.string().optional() });

/** ISO 3166-1 alpha-2 codes of countries and territories; `WO` is ArcGIS's code for the world. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT ' +
  'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

/** Unicode's code for the world, whose name `Intl` knows. */
const world = { arcgis: 'WO', unicode: '001' };

/** `portals/regions?culture`: every region in English and in the requested language, sorted by the latter. */
export const listRegions: Operation = async ({ parameters }) => {
  const culture = supportedCulture(readOperation(regionParameters, parameters).culture);
  const english = new Intl.DisplayNames('en', { type: 'region' });
  const local = new Intl.DisplayNames(culture, { type: 'region' });
  const regions = codes.map((region) => present(region, region));
  const collator = new Intl.Collator(culture);
  regions.sort((a, b) => collator.compare(a.localizedName, b.localizedName));
  return [present(world.arcgis, world.unicode), ...regions];

  function present(region: string, code: string) {
    return {
      name: capital(english.of(code) ?? region),
      region,
      localizedName: capital(local.of(code) ?? region, culture),
    };
  }
};

/** The culture when its language is supported, else English; a malformed one is not an error. */
function supportedCulture(culture: string | undefined): string {
  try {
    return Intl.DisplayNames.supportedLocalesOf(culture ?? 'en')[0] ?? 'en';
  } catch {
    return 'en';
  }
}

/** Unicode writes the world in lower case, because it is used inside sentences there. */
function capital(name: string, culture = 'en'): string {
  return name.charAt(0).toLocaleUpperCase(culture) + name.slice(1);
}
