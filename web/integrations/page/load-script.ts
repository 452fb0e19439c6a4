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
  const loaded = await new Promise<boolean | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), scriptMilliseconds);
    const settle = (value: boolean) => {
      clearTimeout(timer);
      resolve(value);
    };
    script.addEventListener('load', () => settle(true));
    script.addEventListener('error', () => settle(false));
    document.head.append(script);
  });
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
export async function within<Value>(work: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new IntegrationError('unavailable')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
