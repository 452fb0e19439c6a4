import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MappingError } from '../../../../wire/errors.ts';
import { currentRequester } from '../../../platform/budgets/requester.ts';
import { scheduleChecks, type ScheduleOptions } from './routes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the integrations of each organisation are checked in its share, until the checks are stopped', async () => {
  const shares: (string | undefined)[] = [];
  const onFailure = vi.fn<(error: unknown) => void>();
  const stop = scheduleChecks({
    listOrganisations: async () => ['town', 'harbour', 'island'].map((name) => ({ name })),
    async findConfig(name) {
      shares.push(currentRequester()?.organisation);
      if (name === 'harbour') stop();
      throw new MappingError('organisation:not-found', 'It was deleted.');
    },
    every: 1000,
    onFailure,
  } as Partial<ScheduleOptions> as ScheduleOptions);
  await vi.advanceTimersByTimeAsync(3000);
  expect(shares).toEqual(['members of town', 'members of harbour']);
  expect(onFailure).toHaveBeenCalledOnce();
});
