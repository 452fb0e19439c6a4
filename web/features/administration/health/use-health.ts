import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckedHealth } from '../../../../wire/integration-health.ts';
import { checkIntegration, listIntegrationHealth } from '../../../api/integration-health.ts';

/** The kept checks of an organisation's integrations, and how to make new ones: one after the other, each shown as it comes. */
export function useHealth(org: string) {
  const queries = useQueryClient();
  const queryKey = ['administration', org, 'health'];
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set());
  const kept = useQuery({ queryKey, queryFn: ({ signal }) => listIntegrationHealth(org, signal) });
  const tests = useMutation({
    mutationFn: async (ids: readonly string[]) => {
      setTesting(new Set(ids));
      for (const id of ids) {
        const found = await checkIntegration(org, id);
        queries.setQueryData<CheckedHealth[]>(queryKey, (before = []) => [
          ...before.filter(({ integration }) => integration !== id),
          found,
        ]);
        setTesting((before) => new Set([...before].filter((one) => one !== id)));
      }
    },
    onSettled: () => setTesting(new Set()),
  });
  return { kept, testing, failure: tests.error, test: tests.mutate };
}
