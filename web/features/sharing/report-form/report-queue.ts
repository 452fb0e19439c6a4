import { MappingError } from '../../../../wire/errors.ts';
import { sendReport } from '../../../portal/forms/send-report.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import type { PortalEndpoint } from '../../../portal/portal-request.ts';
import {
  discardReport,
  dropReport,
  storeDraft,
  storeReport,
  waitingReports,
  type WaitingReport,
} from './report-store.ts';

/** What became of the reports that were sent. */
export interface Outcome {
  sent: string[];
  refused: string[];
  /** Reports that wait for a connection, a server that works or a sign-in. */
  waiting: string[];
}

/** Statuses of servers that are busy or unreachable, whatever the report contains. */
const passing: readonly number[] = [0, 429, 502, 503, 504, 507];
/** Statuses of a sign-in that has ended. */
const signInEnded: readonly number[] = [401, 498, 499];

/**
 * Whether a refused report is sent again without its author: the server failed, or the author's sign-in had
 * ended. The report may be the cause all the same, so its reason is shown.
 */
export function isRetried({ who, refused }: WaitingReport): boolean {
  if (!refused) return false;
  return refused.status >= 500 || (who !== '' && signInEnded.includes(refused.status));
}

/**
 * Where a report is sent with tokens of its author only: another person may sign in, or the author out, while
 * it is sent. Reports of visitors need none: what was written without signing in stays anonymous.
 */
function endpointOf({ restUrl, session }: PortalConnection, { who }: WaitingReport): PortalEndpoint {
  if (who === '') return { restUrl, session: { token: async () => '', renew: async () => '' } };
  const ofAuthor = (token: string) => {
    const { userId, token: current } = session.credential ?? {};
    if (userId === who && current === token) return token;
    throw new MappingError('session:other-account', 'This is another account.', { status: 401 });
  };
  return {
    restUrl,
    session: {
      token: async () => ofAuthor(await session.token()),
      renew: async (expired) => ofAuthor(await session.renew(expired)),
    },
  };
}

/**
 * Sends the reports of an organisation that wait: those of visitors, and those of the signed-in person. One
 * tab sends at a time.
 * @param only sends this report, even if it was refused before
 */
export async function sendWaiting(
  org: string,
  connection: PortalConnection,
  only?: string,
): Promise<Outcome> {
  return locked(async () => {
    const outcome: Outcome = { sent: [], refused: [], waiting: [] };
    for (const waiting of await waitingReports(org)) {
      if (only !== undefined && waiting.id !== only) continue;
      // Read for each: sending one takes long enough for another person to sign in.
      const who = connection.session.credential?.userId ?? '';
      const ours = waiting.restUrl === connection.restUrl && (waiting.who === '' || waiting.who === who);
      if (!ours || (waiting.refused && !isRetried(waiting) && waiting.id !== only)) continue;
      outcome[await sendOne(connection, waiting)].push(waiting.id);
    }
    return outcome;
  });
}

async function sendOne(connection: PortalConnection, waiting: WaitingReport): Promise<keyof Outcome> {
  try {
    await sendReport(endpointOf(connection, waiting), waiting.target, waiting.report);
    await dropReport(waiting.id);
    return 'sent';
  } catch (cause) {
    const error = cause instanceof MappingError ? cause : undefined;
    if (!error || passing.includes(error.status) || error.id === 'session:other-account') return 'waiting';
    const { id, message, status } = error;
    const refused = { ...waiting, refused: { id, message, status } };
    // Without room for the reason, the other reports are sent all the same.
    await storeReport(refused).catch(() => {});
    return isRetried(refused) ? 'waiting' : 'refused';
  }
}

/**
 * Sends a report that the browser could not store.
 * @throws MappingError `portal:*`, `reports:refused`
 */
export async function sendUnstored(connection: PortalConnection, waiting: WaitingReport): Promise<void> {
  await sendReport(endpointOf(connection, waiting), waiting.target, waiting.report);
}

/**
 * Makes a report that was not accepted the draft of its form again, in place of any other.
 * @param who whose draft it becomes
 * @returns false if another tab has sent or discarded it meanwhile
 */
export async function reopenReport(waiting: WaitingReport, who: string): Promise<boolean> {
  const { org, formId, layerKey, report } = waiting;
  const { geometry, attributes } = report;
  const [[x = 0, y = 0] = []] = geometry && 'points' in geometry ? geometry.points : [];
  const place = geometry && 'points' in geometry ? { x, y } : geometry;
  return locked(async () => {
    if (!(await isWaiting(waiting))) return false;
    const draft = {
      report: { ...report, geometry: place },
      touched: Object.keys(attributes),
      at: Date.now(),
    };
    await storeDraft({ org, formId, layerKey, who }, draft);
    await discardReport(waiting.id);
    return true;
  });
}

/** Makes a visitor's report that of a person, to be sent as theirs. */
export async function claimReport({ refused: _was, ...waiting }: WaitingReport, who: string): Promise<void> {
  await locked(async () => {
    if (await isWaiting(waiting)) await storeReport({ ...waiting, who });
  });
}

async function isWaiting({ org, id }: WaitingReport): Promise<boolean> {
  return (await waitingReports(org)).some((one) => one.id === id);
}

/** Browsers support locks only on secure pages; elsewhere the server recognises what two tabs send. */
async function locked<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!navigator.locks) return work();
  return navigator.locks.request('mapping-reports', work);
}

/** Statuses that mean that signing in, or signing in again, may help. */
const signInStatuses: readonly number[] = [401, 403, 498, 499];

/** Whether a report was refused because of who sent it. */
export function needsOther({ refused }: WaitingReport): boolean {
  return refused !== undefined && signInStatuses.includes(refused.status);
}
