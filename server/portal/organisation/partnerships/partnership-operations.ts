import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import { refusal } from '../../../../wire/refusals.ts';
import type { Operation, PortalCall } from '../../operation.ts';
import { recordPortalAct } from '../../record-portal-act.ts';
import { requireMember } from '../../access/refusals.ts';
import { pageEnvelope, readPage } from '../../search/parameters.ts';
import { checkPortalId } from '../portal-organisations.ts';
import {
  acceptPartnership,
  endPartnership,
  listPartnerships,
  offerPartnership,
  type Partnership,
} from './partnership-store.ts';

/** Of offer, accept and end. */
const schema = z.object({ org: z.string().trim().toLowerCase().default('') });

/**
 * `portals/{id}/trustedOrgs`: partner organisations, and offers made by either side. In the format in which
 * ArcGIS Online lists its collaborations: `from` is the caller's organisation, `to` the other one.
 */
export const listTrustedOrganisations: Operation = async (call) => {
  checkPortalId(call);
  const { orgId } = requireMember(call.caller);
  const page = readPage(call.parameters);
  const { total, partnerships } = await listPartnerships(call.context.database, orgId, page);
  return {
    ...pageEnvelope(page, total),
    trustedOrgs: partnerships.map((each) => present(orgId, each)),
  };
};

/** `portals/{id}/trustedOrgs/offer` `org`: offers a partnership to the organisation of this address. */
export const offerTrust: Operation = async (call) => {
  const { orgId, username, other } = await readCall(call);
  const { context } = call;
  const offered = await context.database.transaction().execute(async (transaction) => {
    const offer = { from: orgId, to: other.id, by: username, now: context.now() };
    if (!(await offerPartnership(transaction, offer))) return false;
    await record(call, transaction, 'partner.offered', other);
    return true;
  });
  if (!offered) {
    throw refusal(
      'portal:partnership-exists',
      'There is a partnership or an offer between the two organisations already. Accept it, or end it first.',
      'partnership-exists',
      {},
      { status: 409 },
    );
  }
  return { success: true };
};

/**
 * `portals/{id}/trustedOrgs/accept` `org`: from then on users of either organisation may be invited into
 * groups of the other.
 */
export const acceptTrust: Operation = async (call) => {
  const { orgId, username, other } = await readCall(call);
  const { context } = call;
  const accepted = await context.database.transaction().execute(async (transaction) => {
    const offer = { from: other.id, to: orgId, by: username, now: context.now() };
    if (!(await acceptPartnership(transaction, offer))) return false;
    await record(call, transaction, 'partner.accepted', other);
    return true;
  });
  if (!accepted) throw noPartnership();
  return { success: true };
};

/**
 * `portals/{id}/trustedOrgs/end` `org`: by either side; users and items of each leave the groups of the
 * other.
 */
export const endTrust: Operation = async (call) => {
  const { orgId, other } = await readCall(call);
  const ended = await call.context.database.transaction().execute(async (transaction) => {
    if (!(await endPartnership(transaction, orgId, other.id))) return false;
    await record(call, transaction, 'partner.ended', other);
    return true;
  });
  if (!ended) throw noPartnership();
  return { success: true };
};

interface Other {
  id: string;
  urlKey: string | null;
}

async function readCall(call: PortalCall): Promise<{ orgId: string; username: string; other: Other }> {
  checkPortalId(call);
  const { orgId, username } = requireMember(call.caller);
  const { org: name } = readOperation(schema, call.parameters);
  const other = await call.context.organisations.byUrlKey(name);
  if (!other || other.id === orgId) {
    throw refusal(
      'portal:unknown-partner',
      'There is no other organisation of this name on this portal. Enter the name from its address.',
      'unknown-partner',
      { name: name.slice(0, 100) },
    );
  }
  return { orgId, username, other };
}

/** An audit log entry for the administrators of both. */
async function record(
  { caller, context }: PortalCall,
  database: PortalCall['context']['database'],
  act: string,
  other: Other,
): Promise<void> {
  const { username, orgId } = requireMember(caller);
  const own = context.portal.urlKey ?? context.portal.name;
  await recordPortalAct(database, username, { act, subject: other.urlKey ?? other.id, orgId }, context.now());
  await recordPortalAct(database, username, { act, subject: own, orgId: other.id }, context.now());
}

function present(orgId: string, { orgId: other, urlKey, state, since }: Partnership) {
  return { from: { orgId }, to: { orgId: other, urlKey, name: urlKey }, state, established: since };
}

function noPartnership() {
  return refusal(
    'portal:no-partnership',
    'There is no such partnership or offer. It may have been ended by the other organisation.',
    'no-partnership',
    {},
  );
}
