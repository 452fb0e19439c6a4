/**
 * Undoes the SDK's upgrade of the page's own host to https.
 *
 * The SDK rewrites `http://host` to `https://host` and port 7080 to 7443 in every portal URL. When the page
 * itself was served over plain http, nothing answers at the https URL, so URLs of the page's own host are
 * changed back. Every other host stays upgraded.
 *
 * @param address absolute or relative URL that the SDK is about to request
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
