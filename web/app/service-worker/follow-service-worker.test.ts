import { describe, expect, it } from 'vitest';
import { followServiceWorker, type ServiceWorkerPage } from './follow-service-worker.ts';

function rig(parts: Partial<ServiceWorkerPage>, installed = false) {
  const steps: string[] = [];
  const registration = { unregister: async () => steps.push('unregistered') > 0 };
  const page = {
    container: {
      register: async (address: string) => steps.push(`registered ${address}`),
      getRegistrations: async () => (installed ? [registration] : []),
    },
    caches: {
      keys: async () => ['precache', 'other'],
      delete: async (name: string) => steps.push(`deleted ${name}`) > 0,
    },
    isOffered: true,
    savesData: false,
    ...parts,
  } as unknown as ServiceWorkerPage;
  return { steps, page };
}

describe('the service worker', () => {
  it('is registered where the server offers it', async () => {
    const { steps, page } = rig({});
    await followServiceWorker(page);
    expect(steps).toEqual(['registered /service-worker.js']);
  });

  it('is left out where users save data, or the browser has none', async () => {
    const saving = rig({ savesData: true });
    await followServiceWorker(saving.page);
    const none = rig({ container: undefined });
    await followServiceWorker(none.page);
    expect([saving.steps, none.steps]).toEqual([[], []]);
  });

  it('is removed with its files when the server no longer offers it', async () => {
    const { steps, page } = rig({ isOffered: false }, true);
    await followServiceWorker(page);
    expect(steps).toEqual(['unregistered', 'deleted precache', 'deleted other']);
  });

  it('is not looked for otherwise', async () => {
    const { steps, page } = rig({ isOffered: false });
    await followServiceWorker(page);
    expect(steps).toEqual([]);
  });
});
