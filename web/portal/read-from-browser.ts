/** Whether this browser can use a portal: only it knows its network, and which certificates it trusts. */
export type BrowserReading = 'reads' | 'refused' | 'unreachable';

/** Timeout in milliseconds. */
const patience = 15_000;

/**
 * Requests a portal's description from the page.
 * @param address without `/sharing/rest`
 * @returns `refused` when the portal responds but does not let pages of this origin read it
 */
export async function readFromBrowser(address: string): Promise<BrowserReading> {
  const url = `${address}/sharing/rest/portals/self?f=json`;
  const ask = (mode: RequestMode) =>
    fetch(url, { mode, credentials: 'omit', cache: 'no-store', signal: AbortSignal.timeout(patience) });
  try {
    await ask('cors');
    return 'reads';
  } catch {
    // Without CORS the response stays unreadable, but it arrives.
    return ask('no-cors').then(
      () => 'refused' as const,
      () => 'unreachable' as const,
    );
  }
}
