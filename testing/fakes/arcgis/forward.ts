import type { Forward } from './content.ts';
import type { Answer, Exchange } from './exchange.ts';

/**
 * Passes a request on to the server that answers for a service.
 * @param below the path below `FeatureServer`
 * @param itemId the item of the service here, which its description names
 * @param isAdmin whether it is asked to its administration
 */
export async function forward(
  { parameters, files, person }: Exchange,
  { address, token }: Forward,
  { below, itemId, isAdmin = false }: { below: string; itemId: string | undefined; isAdmin?: boolean },
): Promise<Answer> {
  const sent = new URLSearchParams(parameters);
  sent.delete('token');
  if (person?.privileges.includes('features:user:edit')) sent.set('token', await token());
  let body: URLSearchParams | FormData = sent;
  if (files.size > 0) {
    body = new FormData();
    for (const [name, value] of sent) body.append(name, value);
    for (const [name, file] of files) body.append(name, file, file.name);
  }
  const asked = isAdmin ? address.replace('/rest/services/', '/rest/admin/services/') : address;
  const answer = await fetch(`${asked}${below && `/${below}`}`, { method: 'POST', body });
  const type = answer.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!/json/.test(type)) return { status: answer.status, type, bytes };
  const item = itemId === undefined ? '' : `"serviceItemId":"${itemId}"`;
  const text = bytes.toString().replace(/"serviceItemId":"\w+"/, item || '"serviceItemId":null');
  return { status: answer.status, type, bytes: text };
}
