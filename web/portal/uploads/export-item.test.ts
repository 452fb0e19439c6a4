import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeConnection, savedSignIn } from '../../../testing/web/fake-connection.ts';
import { fakeFetch } from '../../../testing/web/fake-fetch.ts';
import { exportFile } from './export-item.ts';

afterEach(() => vi.unstubAllGlobals());

const choices = { itemId: 's1', title: 'Trees', format: 'CSV', layer: undefined } as const;
const run = { signal: new AbortController().signal, onProgress: () => {} };

async function exported(data: object) {
  fakeFetch({
    '/export': { exportItemId: 'e1', jobId: 'j1' },
    '/items/e1/status': { status: 'completed' },
    // A portal whose search does not know the new item yet.
    '/search': { total: 0, start: 1, num: 100, nextStart: -1, results: [] },
    '/content/items/e1': { id: 'e1', name: 'trees.csv' },
    '/content/items/e1/data': data,
  });
  const { connection } = await fakeConnection({ saved: savedSignIn() });
  return exportFile(connection, 'ada', choices, run);
}

describe('an exported file', () => {
  it('has its name as soon as it is made', async () => {
    expect(await exported({})).toMatchObject({ name: 'trees.csv', itemId: 'e1' });
  });

  it('is not the page of a proxy', async () => {
    await expect(exported({ httpStatus: 502 })).rejects.toMatchObject({ id: 'portal:unreachable' });
  });

  it('is cancelled while its status is asked for, and leaves no item', async () => {
    const cancel = new AbortController();
    const asked = fakeFetch({
      '/export': { exportItemId: 'e1', jobId: 'j1' },
      // A portal that does not answer.
      '/items/e1/status': () => {
        cancel.abort();
        return new Promise(() => {});
      },
      '/items/e1/cancel': { success: true },
    });
    const { connection } = await fakeConnection({ saved: savedSignIn() });
    const exporting = exportFile(connection, 'ada', choices, { ...run, signal: cancel.signal });
    await expect(exporting).rejects.toThrow('cancelled');
    expect(asked.at(-1)).toMatchObject({
      path: expect.stringMatching('/items/e1/cancel$'),
      params: { jobId: 'j1' },
    });
  });
});
