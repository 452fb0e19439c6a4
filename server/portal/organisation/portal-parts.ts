import { canonical } from '../../../wire/languages.ts';
import type { Operation } from '../operation.ts';
import { requireMember } from '../access/refusals.ts';
import { checkPortalId } from './portal-organisations.ts';
import { z } from 'zod';
import { readOperation } from '../../platform/arcgis/schema.ts';
import { isServiceNameTaken } from './portal-organisation-store.ts';

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
  return Intl.DisplayNames.supportedLocalesOf(canonical(culture ?? '') ?? 'en')[0] ?? 'en';
}

/** Unicode writes the world in lower case, because it is used inside sentences there. */
function capital(name: string, culture = 'en'): string {
  return name.charAt(0).toLocaleUpperCase(culture) + name.slice(1);
}
