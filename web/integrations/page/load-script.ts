import { IntegrationError } from '../client/client.ts';

/** Milliseconds until a vendor's script must be there. */
export const scriptMilliseconds = 12_000;

/**
 * Loads a vendor's script. A version that was withdrawn is often answered with a page instead of a script: the browser then
 * refuses it, or it defines nothing; both are told as `retired` when the network itself is there.
 *
 * @param defined whether the script has brought what it should
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
  throw new IntegrationError(loaded === false && (await answers(url)) ? 'retired' : 'unavailable');
}

/** Whether anything answers at an address, whatever it says. */
async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url, { mode: 'no-cors', signal: AbortSignal.timeout(2000) });
    return true;
  } catch {
    return false;
  }
}

/** Gives up waiting after some time: every failure is told within 15 s. */
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
