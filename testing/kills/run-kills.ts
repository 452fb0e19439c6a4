import { setTimeout as pause } from 'node:timers/promises';
import { randomNumbers } from '../portal-content/random-numbers.ts';
import { install, type Installation, type Victim, victims } from './installation.ts';
import { findHalves } from './verify.ts';
import { createWriters } from './writers.ts';
import { countByKind, findLost, startWriting } from './writing.ts';

export interface KillsReport {
  kills: Record<Victim, number>;
  /** Acknowledged writes by kind, and changes by what they did (`items, shared`). */
  acknowledged: Record<string, number>;
  /** Acknowledged writes that are missing or incomplete. */
  lost: string[];
  /** Unfinished work. */
  halves: string[];
  /** Milliseconds from each kill to the first acknowledged write that started after it. */
  recoveries: { victim: Victim; milliseconds: number }[];
}

interface Options {
  kills: number;
  /** Chooses victims and moments. */
  seed: number;
  /** Whether to wait until publishing jobs that lost their process are reported as failed, half a minute. */
  patient?: boolean;
  /** What must have been acknowledged before the end (names as of `countByKind`). */
  expected?: readonly string[];
  notify?: (line: string) => void;
}

/** Kills an installation under writers of every kind, and verifies what was lost. */
export async function runKills({
  kills,
  seed,
  patient = false,
  expected = [],
  notify = () => {},
}: Options): Promise<KillsReport> {
  const random = randomNumbers(seed);
  const pick = (count: number) => Math.floor(random() * count);
  const installation = await install();
  try {
    const writing = startWriting(await createWriters(installation));
    const report: KillsReport = {
      kills: { server: 0, database: 0, backend: 0, both: 0 },
      acknowledged: {},
      lost: [],
      halves: [],
      recoveries: [],
    };
    try {
      await writing.everyKindGoesOn();
      for (let count = 0; count < kills; count += 1) {
        // Each kind in turn, so that a short run has every one.
        const victim = victims[(seed + count) % victims.length] ?? 'both';
        await pause(random() * 700);
        const begun = Date.now();
        await installation.kill(victim, pick);
        await writing.goesOn();
        const milliseconds = Date.now() - begun;
        report.kills[victim] += 1;
        report.recoveries.push({ victim, milliseconds });
        notify(`kill ${count + 1} of ${kills}: ${victim}, writes again after ${milliseconds} ms`);
      }
      await writing.everyKindGoesOn();
      await writing.hasAll(expected);
    } catch (error) {
      throw new Error(`${String(error)}\n${installation.output()}`, { cause: error });
    } finally {
      await writing.stop();
    }
    report.acknowledged = countByKind(writing.acknowledged);
    report.lost = await findLost([...writing.acknowledged.values()].flat());
    report.halves = await installation.withDatabase(findHalves);
    if (patient) report.halves.push(...(await findEndlessJobs(installation)));
    return report;
  } finally {
    await installation.remove();
  }
}

/** Jobs that are still reported as processing a minute after the last kill. */
async function findEndlessJobs({ client, withDatabase }: Installation): Promise<string[]> {
  const token = await client.token('ada');
  const jobs = await withDatabase((database) =>
    database.selectFrom('publish_job').select(['id', 'item_id']).where('status', '=', 'processing').execute(),
  );
  const isProcessing = async ({ id, item_id: item }: { id: string; item_id: string }) => {
    const answer = await client.call(`/content/users/ada/items/${item}/status`, { token, jobId: id });
    return answer['status'] === 'processing';
  };
  let left = jobs;
  for (const end = Date.now() + 60_000; left.length > 0 && Date.now() < end; await pause(1000)) {
    const answers = await Promise.all(left.map(isProcessing));
    left = left.filter((_job, index) => answers[index]);
  }
  return left.map(({ id }) => `a job that is processing for ever: ${id}`);
}
