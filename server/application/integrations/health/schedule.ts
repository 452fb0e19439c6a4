import type { IntegrationOptions } from '../call.ts';
import { checkAndKeep } from './routes.ts';

export interface ScheduleOptions extends IntegrationOptions {
  listOrganisations: () => Promise<readonly { name: string }[]>;
  /** Milliseconds between rounds. */
  every: number;
  onFailure: (error: unknown) => void;
}

/**
 * Checks every integration of every organisation periodically, one after the other. Returns a function that
 * stops it.
 */
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
  // The timer does not keep the process alive.
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
