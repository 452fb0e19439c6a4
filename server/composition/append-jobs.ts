import type { MappingError } from '../../wire/errors.ts';
import type { Database } from '../platform/database/connect.ts';
import { parameterError } from '../platform/arcgis/parameters.ts';
import { findToken } from '../platform/arcgis/read-request.ts';
import { limits } from '../limits.ts';
import type { AppendJobs, LayerCall } from '../gis/feature-server/context.ts';
import { recordServiceAct } from '../gis/storage/service-act-store.ts';
import { loadItem } from '../portal/content/items/load-item.ts';
import { findData } from '../portal/content/item-data/data-store.ts';
import { spoolItemData } from '../portal/content/item-data/get-item-data.ts';
import { findServiceJob, rightsNow } from './service-jobs.ts';
import { appendJobs } from '../portal/content/publishing/job-runner.ts';
import { cancelJob, completeJob } from '../portal/content/publishing/job-store.ts';
import { checkFileMembers } from '../portal/content/publishing/file-members.ts';
import { readChoices } from '../portal/content/publishing/read-choices.ts';
import { findMember } from '../portal/identity/member-store.ts';
import { randomId } from '../portal/identity/random-token.ts';
import { resolveCaller } from '../portal/identity/resolve-caller.ts';
import type { PortalContext } from '../portal/operation.ts';
import { withUploadTime } from '../portal/quotas/upload-time-store.ts';

/**
 * Connects appending to layers with the portal: its items, its quotas of reading files, its jobs.
 * @param long connections that reading a large file may hold for hours
 */
export function createAppendJobs(portal: PortalContext, long: Database): AppendJobs {
  const callerOf = ({ parameters, request }: LayerCall) =>
    resolveCaller(portal, findToken(parameters, request.headers));
  return {
    database: long,
    readChoices(info) {
      checkFileMembers(info, 'appendSourceInfo');
      return readChoices(info);
    },
    async checkItem(call, id) {
      const item = await loadItem({ context: portal, caller: await callerOf(call), path: { id } }, 'see');
      if ((await findData(portal.database, item.id)).length === 0) throw noFile();
    },
    async spoolItem({ rights }, id, place) {
      // The token of the request may have expired meanwhile.
      const caller = (await findMember(portal.database, rights.caller ?? '')) ?? { kind: 'anonymous' };
      const item = await loadItem({ context: portal, caller, path: { id } }, 'see');
      if (!(await spoolItemData(portal.database, item.id, place))) throw noFile();
      return item.name ?? item.title;
    },
    async start(call, target, work, held) {
      const caller = await callerOf(call);
      const id = randomId();
      await portal.appending.start(
        { id, itemId: target, sourceId: target, username: call.rights.caller ?? '' },
        (signal, onProgress) =>
          withUploadTime({ context: portal, caller }, limits.uploadMinutes * 60, () =>
            work(id, signal, onProgress),
          ),
        (error) => call.log?.(error),
        held,
      );
      return id;
    },
    async finish(transaction, { service, layer, rights }, { id, report, left }) {
      const { added, updated, deleted } = report;
      if (deleted > 0) {
        const detail = { title: `${service.name}/${layer.name}`, parts: [] };
        const act = { act: 'service.replaced', actor: rights.caller, detail } as const;
        await recordServiceAct(transaction, service, act, portal.now());
      }
      const progress = { stage: 'indexing' as const, share: 1, featureCount: added + updated, report };
      await completeJob(transaction, id, { progress, faults: left.faults });
    },
    rightsNow: (database, call) => rightsNow(portal, database, call),
    find: (target, id) => findServiceJob(portal, { target, id, stopped: appendJobs.stopped }),
    cancel: (id) => cancelJob(portal.database, id),
  };
}

function noFile(): MappingError {
  return parameterError('appendItemId', 'The item has no file.');
}
