import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backUp } from '../../server/operator/backup/backup-store.ts';
import { restore } from '../../server/operator/backup/restore-store.ts';
import { findHalves } from '../kills/verify.ts';
import { findLost } from '../kills/writing.ts';
import { createTestDatabase } from '../rig/test-database.ts';
import { startWorkplace } from '../rig/workplace.ts';

test('a backup made while people work has what was saved before it, and nothing half', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'mapping-backup-'));
  const source = await createTestDatabase();
  const target = await createTestDatabase();
  const work = await startWorkplace(source.url);
  try {
    const writing = work.write();
    await writing.everyKindGoesOn();
    const before = [...writing.acknowledged.values()].flat();
    await backUp(source.database, path.join(folder, 'backup'));
    await writing.everyKindGoesOn();
    await writing.stop();
    await work.stopServer();
    await restore(target.database, path.join(folder, 'backup'));
    await work.startServer(target.url);
    expect(await findLost(before)).toEqual([]);
    expect(await findHalves(target.database)).toEqual([]);
    const late = [...writing.acknowledged.values()].flat().slice(-1);
    expect(before).not.toContain(late[0]);
  } finally {
    await work.stop();
    for (const rig of [source, target]) await rig.drop();
    await rm(folder, { recursive: true, force: true });
  }
}, 600_000);
