import { withTimeout } from '../../with-timeout.ts';
import { IntegrationError } from '../client/client.ts';

/** Timeout in milliseconds for a vendor's script. */
export const scriptMilliseconds = 12_000;

/**
 * Loads a vendor's script. A withdrawn version often returns an HTML page instead of a script: the browser rejects it,
 * or it defines nothing; both are reported as `retired` if the network works.
 *
 * @param defined whether the script has defined its API
 * @throws IntegrationError `retired`, `unavailable`
 */
export async function loadScript(url: string, defined: () => boolean): Promise<void> {
  if (defined()) return;
  const script = document.createElement('script');
  script.src = url;
  const loading = new Promise<boolean>((resolve) => {
    script.addEventListener('load', () => resolve(true));
    script.addEventListener('error', () => resolve(false));
    document.head.append(script);
  });
  const loaded = await withTimeout(loading, scriptMilliseconds, () => undefined);
  if (loaded && defined()) return;
  script.remove();
  if (loaded) throw new IntegrationError('retired');
  throw new IntegrationError(loaded === false && (await responds(url)) ? 'retired' : 'unavailable');
}

/** Whether a URL responds at all. */
async function responds(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}

/** Stops waiting after a timeout: every failure is reported within 15 s. */
export function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  return withTimeout(work, milliseconds, () => {
    throw new IntegrationError('unavailable');
  });
}
