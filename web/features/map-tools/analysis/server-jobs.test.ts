import { expect, it } from 'vitest';
import type { Recipe } from '../../../../wire/analysis.ts';
import { type ServerJob, serverJobs } from './server-jobs.ts';

const recipe: Recipe = { tool: 'buffer', input: 'stops', onlySelected: false, metres: 500 };
const job = (jobId: string): ServerJob => ({
  jobId,
  serviceItemId: 'i',
  serviceurl: 'https://maps.test/s',
  title: jobId,
  recipe,
});

it('keeps the analyses that another tab has started', () => {
  const items = new Map<string, string>();
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  };
  const [one, other] = [serverJobs(storage, 'ada'), serverJobs(storage, 'ada')];
  one.add(job('a'));
  other.add(job('b'));
  one.add(job('c'));
  other.remove('a');
  expect(
    serverJobs(storage, 'ada')
      .list.get()
      .map(({ jobId }) => jobId),
  ).toEqual(['c', 'b']);
});

it('works without storage', () => {
  const blocked = () => {
    throw new Error('blocked');
  };
  const jobs = serverJobs({ getItem: blocked, setItem: blocked }, 'ada');
  jobs.add(job('a'));
  jobs.add(job('b'));
  expect(jobs.list.get().map(({ jobId }) => jobId)).toEqual(['b', 'a']);
});
