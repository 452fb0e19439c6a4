import { limits } from '../../limits.ts';

/**
 * Portals that did not accept a connection in time, such as behind a firewall that drops packets. Each sign-in would wait for that
 * time again before its page exchanges the code itself.
 */
export interface SilentPortals {
  /**
   * The message recorded for a silent portal; undefined for one to request.
   * @param probe requests the portal in the background: one that responds again is removed
   */
  find(address: string, probe: () => Promise<unknown>): string | undefined;
  record(address: string, message: string): void;
}

const entries = 1000;

export function createSilentPortals(now: () => number = Date.now): SilentPortals {
  const known = new Map<string, { message: string; until: number; probed: boolean }>();
  const record = (address: string, message: string) => {
    known.delete(address);
    if (known.size >= entries) known.delete(known.keys().next().value ?? '');
    known.set(address, { message, until: now() + limits.silentPortalSeconds * 1000, probed: false });
  };
  return {
    record,
    find(address, probe) {
      const entry = known.get(address);
      if (!entry) return undefined;
      if (entry.until < now()) {
        known.delete(address);
        return undefined;
      }
      if (!entry.probed) {
        entry.probed = true;
        probe().then(
          () => known.delete(address),
          // A failure that comes at once costs no time.
          (cause: unknown) => (isSilence(cause) ? record(address, entry.message) : known.delete(address)),
        );
      }
      return entry.message;
    },
  };
}

/** Whether a request failed because no connection was made in time. A portal that is connected but slow does not count. */
export function isSilence(cause: unknown): boolean {
  const { code, cause: inner } = (cause ?? {}) as { code?: unknown; cause?: unknown };
  return code === 'ETIMEDOUT' || (inner !== undefined && isSilence(inner));
}
