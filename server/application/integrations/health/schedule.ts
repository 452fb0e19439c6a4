import type { IntegrationOptions } from '../call.ts';
import { checkAndKeep } from './routes.ts';

export interface ScheduleOptions extends IntegrationOptions {
  listOrganisations: () => Promise<readonly { name: string }[]>;
  /** Milliseconds between two rounds. */
  every: number;
  onFailure: (error: unknown) => void;
}

/** Checks every integration of every organisation now and then, one after the other. Returns how to stop. */
export function scheduleChecks(options: ScheduleOptions): () => void {
  let stopped = false;
  const round = async () => {
    for (const { name } of await options.listOrganisations()) {
      const config = await options.findConfig(name);
      for (const { id, enabled } of config.integrations)
        if (enabled && !stopped) await checkAndKeep(options, name, config, id);
    }
  };
  const timer = setInterval(() => void round().catch(options.onFailure), options.every);
  // The process may end while it waits.
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
