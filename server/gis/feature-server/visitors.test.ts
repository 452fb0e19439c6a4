import { expect, test } from 'vitest';
import type { RateCounter } from '../../platform/budgets/rate-counter.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { ServiceRights } from './context.ts';
import { countVisitorAdds, visitorLimits } from './visitors.ts';

const layer = {
  service: { id: 'service' },
  layerId: 0,
  visitors: { mayAdd: true },
} as unknown as HostedLayer;
const rights = { mayRead: true, mayEdit: false, isOutside: true } as ServiceRights;

test('reports that an address is refused do not count for the layer', async () => {
  const counts = new Map<string, number>();
  const count = async (name: string, max: number) => {
    const next = (counts.get(name) ?? 0) + 1;
    counts.set(name, next);
    return next > max ? 60 : 0;
  };
  const rates = {
    take: async () => 0,
    wait: () => 0,
    takeOfDay: count,
    stop: () => {},
  } satisfies RateCounter;
  const send = () =>
    countVisitorAdds(rates, { path: '/addFeatures', layers: [layer], layer }, rights, '192.0.2.1');
  for (let sent = 0; sent < visitorLimits.perDay; sent++) await send();
  for (let more = 0; more < 10; more++)
    await expect(send()).rejects.toMatchObject({ id: 'services:too-many-reports', retryAfterSeconds: 60 });
  expect(counts.get('reports to service/0')).toBe(visitorLimits.perDay);
});
