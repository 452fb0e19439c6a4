import { createHash } from 'node:crypto';
import type { LayerCall } from './context.ts';

/**
 * Marks a GET answer with the layer's edit time and says whether the client has it already. The edit time was read
 * before the features: a tag never promises more than was sent.
 */
export function notModified({ request, reply, layer, rights }: LayerCall): boolean {
  if (request.method !== 'GET') return false;
  const key = createHash('sha256')
    .update(`${layer.service.id}/${layer.layerId}/${layer.editedAt}/${rights.mayEdit}`)
    .digest('base64url');
  const etag = `W/"${key.slice(0, 22)}"`;
  reply.header('etag', etag).header('cache-control', 'private, max-age=0, must-revalidate');
  return (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag);
}
