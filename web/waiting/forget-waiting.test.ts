import { beforeEach, expect, it, vi } from 'vitest';
import { forgetLeft, forgetWaiting } from './forget-waiting.ts';
import { addWaiting, waitingChanges } from './waiting-store.ts';

const { stored } = vi.hoisted(() => ({ stored: new Map<string, unknown>() }));
const { fails } = vi.hoisted(() => ({ fails: { deletions: false } }));
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: async () => [...stored],
  get: async (key: string) => stored.get(key),
  set: async (key: string, value: unknown) => void stored.set(key, structuredClone(value)),
  del: async (key: string) => {
    if (fails.deletions) throw new DOMException('The page is gone.', 'AbortError');
    stored.delete(key);
  },
}));

const local = new Map<string, string>();
const setItem = vi.fn<Storage['setItem']>();
vi.stubGlobal('localStorage', {
  getItem: (key: string) => local.get(key) ?? null,
  setItem,
  removeItem: (key: string) => void local.delete(key),
});

const leftKey = 'mapping.waiting-changes-left';
const restUrl = 'https://portal.example/sharing/rest';
const personOf = (who: string) => ({ restUrl, who });
const queue = (who: string) =>
  addWaiting(
    { ...personOf(who), org: 'demo' },
    {
      id: `comment of ${who}`,
      title: 'Parks',
      subject: { type: 'item-comment', itemId: 'm1', text: 'Nice' },
      attempted: false,
    },
  );
const waits = async (who: string) => (await waitingChanges(personOf(who))).length;

beforeEach(async () => {
  stored.clear();
  local.clear();
  fails.deletions = false;
  setItem.mockReset().mockImplementation((key, value) => void local.set(key, value));
  await queue('ada');
});

it('deletes what waits where the storage of the page is full', async () => {
  setItem.mockImplementation(() => {
    throw new DOMException('Full.', 'QuotaExceededError');
  });
  await forgetWaiting(personOf('ada'));
  expect(await waits('ada')).toBe(0);
});

it.each(['{', '17', '["ada", null]', '{"who": "ada"}'])(
  'deletes what waits after it had stored %s',
  async (text) => {
    local.set(leftKey, text);
    await forgetLeft();
    expect(await waits('ada')).toBe(1);
    await forgetWaiting(personOf('ada'));
    expect(await waits('ada')).toBe(0);
    expect(local.get(leftKey)).toBeUndefined();
  },
);

it('deletes on the next page what waits of each person whose sign-out ended the page', async () => {
  await queue('grace');
  await queue('linus');
  fails.deletions = true;
  for (const who of ['ada', 'grace']) await forgetWaiting(personOf(who)).catch(() => {});
  expect(await waits('ada')).toBe(1);
  fails.deletions = false;
  await forgetLeft();
  expect([await waits('ada'), await waits('grace'), await waits('linus')]).toEqual([0, 0, 1]);
  expect(local.get(leftKey)).toBeUndefined();
});

it('deletes what an earlier version had to delete', async () => {
  local.set(leftKey, JSON.stringify({ ...personOf('ada'), at: Date.now() }));
  await forgetLeft();
  expect(await waits('ada')).toBe(0);
});
