/**
 * Takes back an upgrade to https that the SDK makes of every portal address.
 *
 * The SDK rewrites `http://host` to `https://host` and port 7080 to 7443 (portal-wire §0). A page that was itself served
 * over plain http has nothing at the other end of that address, so addresses of the page's own host go back to what they
 * were. Every other host stays upgraded (spec §9).
 *
 * @param address absolute or relative address, as the SDK is about to ask it
 * @param pageOrigin origin of the page, such as `http://localhost:8080`
 */
export function plainHttp(address: string, pageOrigin: string): string {
  if (!pageOrigin.startsWith('http:') || !address.startsWith('https:')) return address;
  const upgraded = upgrade(pageOrigin);
  const rest = address.slice(upgraded.length);
  const same = address.toLowerCase().startsWith(upgraded.toLowerCase()) && /^($|[/?#])/.test(rest);
  return same ? pageOrigin + rest : address;
}

function upgrade(origin: string): string {
  return origin.replace(/^http:/, 'https:').replace(/:7080$/, ':7443');
}
