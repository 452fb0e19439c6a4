import { readRecipe, type Recipe } from '../../../../wire/analysis.ts';
import { createStore, type Store } from '../../../store.ts';
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
  const list = createStore<readonly ServerJob[]>(read(storage, key) ?? []);
  const change = (next: (jobs: readonly ServerJob[]) => readonly ServerJob[]) => {
    // Another tab may have changed the stored list.
    const jobs = next(read(storage, key) ?? list.get());
    list.set(jobs);
    try {
      storage.setItem(key, JSON.stringify(jobs));
    } catch {
      // With full or blocked storage, only closing the page loses the list; results are in the content.
    }
  };
  return {
    list,
    add: (job) => change((jobs) => [job, ...jobs]),
    remove: (jobId) => change((jobs) => jobs.filter((job) => job.jobId !== jobId)),
  };
}

/** The stored jobs; undefined if there are none, or if the storage is blocked. */
function read(storage: Pick<Storage, 'getItem'>, key: string): ServerJob[] | undefined {
  try {
    const stored = JSON.parse(storage.getItem(key) ?? 'null') as unknown;
    return Array.isArray(stored) ? stored.flatMap((one: unknown) => readJob(one) ?? []) : undefined;
  } catch {
    return undefined;
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
