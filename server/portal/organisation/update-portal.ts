import { z } from 'zod';
import { isLanguageTag } from '../../../wire/languages.ts';
import { invalidParameters, type Parameters } from '../../platform/arcgis/parameters.ts';
import { boolean, readOperation } from '../../platform/arcgis/schema.ts';
import { requireRecentSignIn } from '../access/recent-sign-in.ts';
import { requireMember } from '../access/refusals.ts';
import { saveNativeApps } from '../identity/apps/native-apps.ts';
import { requireVault } from '../identity/second-factor/check-code.ts';
import type { Operation } from '../operation.ts';
import { recordPortalAct } from '../record-portal-act.ts';
import { saveDescription, saveSwitch } from './portal-organisation-store.ts';
import { checkPortalId } from './portal-organisations.ts';

const culture = z.string().refine(isCulture, 'Specify a language such as en or pt-BR.').optional();

const schema = z.object({
  implicitGrant: boolean.optional(),
  requireSecondFactor: boolean.optional(),
  nativeApps: boolean.optional(),
  name: z.string().trim().max(250, 'At most 250 characters.').optional(),
  description: z.string().max(10_000, 'At most 10000 characters.').optional(),
  culture,
  region: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Specify the code of a country, or WO.')
    .optional(),
  units: z.enum(['metric', 'english'], 'Specify metric or english.').optional(),
});

/** Parameters that every request may have, besides the ones that change something. */
const common = ['f', 'token', 'clearemptyfields'];

/** The switches of `portals/{id}/update`, and the acts of switching them on and off. */
const switches = [
  ['implicitGrant', 'sign-in.implicit-on', 'sign-in.implicit-off'],
  ['nativeApps', 'sign-in.devices-on', 'sign-in.devices-off'],
  ['requireSecondFactor', 'sign-in.two-step-required', 'sign-in.two-step-optional'],
] as const;

/**
 * `portals/{id}/update` `name`, `description`, `culture`, `region`, `units`, and switches: `implicitGrant`, whether applications
 * from before OAuth 2's code flow get access tokens in addresses; `requireSecondFactor`, whether members need an authenticator
 * app, which those without one add when they next sign in; `nativeApps`, whether ArcGIS Pro, Field Maps, Survey123 and QField may
 * sign users in. Unsupported values are rejected. The switches need a recent sign-in.
 * @throws MappingError `arcgis:invalid-parameter` (400), `portal:no-secrets-key` (400)
 */
export const updatePortal: Operation = async (call) => {
  checkPortalId(call);
  const { username, orgId } = requireMember(call.caller);
  refuseUnknown(call.parameters);
  const given = readOperation(schema, call.parameters);
  const { database, organisations, now, vault } = call.context;
  if (switches.some(([name]) => given[name] !== undefined)) requireRecentSignIn(call.caller, now());
  if (given.requireSecondFactor) requireVault(vault);
  const { implicitGrant: _i, requireSecondFactor: _r, nativeApps: _n, ...texts } = given;
  const description = {
    ...Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined)),
    ...(call.parameters.isBlank('description') && { description: '' }),
  };
  await database.transaction().execute(async (transaction) => {
    if (given.nativeApps) await saveNativeApps(transaction, now());
    const record = (act: string, detail?: Record<string, unknown>) =>
      recordPortalAct(
        transaction,
        username,
        { act, subject: orgId, orgId, ...(detail && { detail }) },
        now(),
      );
    for (const [name, whenOn, whenOff] of switches) {
      const on = given[name];
      if (on === undefined || !(await saveSwitch(transaction, orgId, { name, on, now: now() }))) continue;
      await record(on ? whenOn : whenOff);
    }
    if (Object.keys(description).length === 0) return;
    await saveDescription(transaction, orgId, { ...description, modified: now() });
    await record('portal.changed', description);
  });
  organisations.forget();
  return { success: true, id: orgId };
};

function refuseUnknown(parameters: Parameters): void {
  const known = new Set([...Object.keys(schema.shape).map((name) => name.toLowerCase()), ...common]);
  const given = [...parameters.raw().keys(), ...parameters.blank()].filter((name) => !common.includes(name));
  const faults = given
    .filter((name) => !known.has(name))
    .map((name) => ({ path: name.slice(0, 80), message: 'This portal does not store it.' }));
  if (faults.length > 0) throw invalidParameters(faults);
  if (given.length === 0)
    throw invalidParameters([
      { path: '', message: `Specify one of ${Object.keys(schema.shape).join(', ')}.` },
    ]);
}

function isCulture(text: string): boolean {
  return text.length <= 20 && !text.includes('_') && isLanguageTag(text);
}
