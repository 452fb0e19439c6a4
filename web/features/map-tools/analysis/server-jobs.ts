import { readRecipe, type Recipe } from '../../../../wire/analysis.ts';
import { createStore, type Store } from '../../../map/store.ts';
import type { PublishingJob } from '../../../portal/uploads/publish-file.ts';

/** An analysis that a server computes. It is stored on the device until its result is added to a map or dismissed. */
export interface ServerJob extends PublishingJob {
  title: string;
  recipe: Recipe;
}

export interface ServerJobs {
  readonly list: Store<readonly ServerJob[]>;
  add(job: ServerJob): void;
  remove(jobId: string): void;
}

/** @param who the portal and the user, so that users of one device have their own */
export function serverJobs(storage: Pick<Storage, 'getItem' | 'setItem'>, who: string): ServerJobs {
  const key = `mapping.analyses.${who}`;
  const list = createStore<readonly ServerJob[]>(read(storage, key));
  const change = (jobs: readonly ServerJob[]) => {
    list.set(jobs);
    try {
      storage.setItem(key, JSON.stringify(jobs));
    } catch {
      // With full or blocked storage, only closing the page loses the list; results are in the content.
    }
  };
  return {
    list,
    add: (job) => change([job, ...list.get()]),
    remove: (jobId) => change(list.get().filter((job) => job.jobId !== jobId)),
  };
}

function read(storage: Pick<Storage, 'getItem'>, key: string): ServerJob[] {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.flatMap((one: unknown) => readJob(one) ?? []) : [];
  } catch {
    return [];
  }
}

function readJob(stored: unknown): ServerJob | undefined {
  if (typeof stored !== 'object' || stored === null) return undefined;
  const { jobId, serviceItemId, serviceurl, title, recipe } = stored as Record<string, unknown>;
  const known = readRecipe(recipe);
  const texts = [jobId, serviceItemId, serviceurl, title];
  if (!known || !texts.every((text) => typeof text === 'string')) return undefined;
  const [job = '', item = '', url = '', name = ''] = texts as string[];
  return { jobId: job, serviceItemId: item, serviceurl: url, title: name, recipe: known };
}
