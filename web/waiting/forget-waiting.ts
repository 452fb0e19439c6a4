import { deleteWaiting, type WaitingPerson } from './waiting-store.ts';

/**
 * In `localStorage` until the changes of people who have signed out are deleted, which the end of the page may prevent: a list, because
 * another one may sign out before that.
 */
const key = 'mapping.waiting-changes-left';

interface Left extends WaitingPerson {
  /** When they signed out, in epoch milliseconds: later changes are of their next sign-in. */
  at: number;
}

/** Deletes what waits of a person, in all organisations: they have signed out. */
export async function forgetWaiting({ restUrl, who }: WaitingPerson): Promise<void> {
  const left = [...readLeft(), { restUrl, who, at: Date.now() }];
  writeLeft(left);
  await forget(left);
}

/** Deletes what an earlier page had to delete. */
export async function forgetLeft(): Promise<void> {
  const left = readLeft();
  if (left.length > 0) await forget(left);
}

async function forget(left: readonly Left[]): Promise<void> {
  await deleteWaiting((change) =>
    left.some(({ restUrl, who, at }) => change.restUrl === restUrl && change.who === who && change.at <= at),
  );
  const isDone = (one: Left) =>
    left.some(({ restUrl, who, at }) => one.restUrl === restUrl && one.who === who && one.at === at);
  writeLeft(readLeft().filter((one) => !isDone(one)));
}

function readLeft(): Left[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    // Earlier versions stored one person.
    return [saved].flat().filter(isLeft);
  } catch {
    return [];
  }
}

function isLeft(value: unknown): value is Left {
  if (typeof value !== 'object' || value === null) return false;
  const { restUrl, who, at } = value as Record<string, unknown>;
  return typeof restUrl === 'string' && typeof who === 'string' && typeof at === 'number';
}

function writeLeft(left: readonly Left[]): void {
  try {
    if (left.length > 0) localStorage.setItem(key, JSON.stringify(left));
    else localStorage.removeItem(key);
  } catch {
    // Storage is full or unavailable: this page deletes them all the same.
  }
}
