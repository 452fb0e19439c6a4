/**
 * An address of a route, about nothing that exists: ids and numbers have the form that the route asks for.
 * @param url as the server registers it
 */
export function routeAddress(url: string): string {
  return url
    .replaceAll(/:(\w+)(\([^)]*\))?/g, (_all, name: string) => values[name] ?? 'none')
    .replaceAll('*', 'none');
}

const id = 'a'.repeat(32);
const values: Readonly<Record<string, string>> = {
  org: 'town',
  portal: 'self',
  wid: id,
  image: id,
  job: id,
  replica: id,
  upload: `i${'a'.repeat(8)}-aaaa-aaaa-aaaa-${'a'.repeat(12)}`,
  layer: '0',
  objectid: '1',
  fid: '1',
  attachmentid: '1',
  number: '1',
  revision: '1',
  z: '0',
  x: '0',
  y: '0',
};
