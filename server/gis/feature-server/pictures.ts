import { createHash } from 'node:crypto';
import type { HostedLayer } from '../layer/layer.ts';
import { serviceNotFound } from './rights.ts';
import { type OperationResponse, type LayerCall, sent } from './context.ts';

/** A picture symbol as ArcGIS writes it (web map specification, `esriPMS`). */
interface Picture {
  type: 'esriPMS';
  url?: string;
  imageData?: string;
  contentType?: string;
}

/** Images that are harmless as documents; SVG may hold scripts. */
const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp'];

/** Levels of a renderer below which no symbols are looked for. */
const deepest = 12;

/**
 * The drawing info with `url` and `imageData` of each picture: some clients read only one of them. The address of a
 * picture without one is relative to the layer's `images`, as in ArcGIS.
 */
export function withPictureAddresses(drawingInfo: object): object {
  return rewrite(drawingInfo, 0) as object;
}

function rewrite(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((each: unknown) => rewrite(each, depth + 1));
  if (isPicture(value)) return withBoth(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, rewrite(each, depth + 1)]));
}

function isPicture(value: object): value is Picture {
  return 'type' in value && value.type === 'esriPMS';
}

function withBoth(picture: Picture): Picture {
  const { url, imageData } = picture;
  const inline = /^data:(image\/[\w.+-]+);base64,([\w+/=]+)$/.exec(url ?? '');
  if (!imageData && inline) {
    const [, contentType = '', data = ''] = inline;
    return { ...picture, url: nameOf(data), imageData: data, contentType };
  }
  return imageData && !url ? { ...picture, url: nameOf(imageData) } : picture;
}

/** Name of an image: a digest of its data, so that it never changes. */
function nameOf(imageData: string): string {
  return createHash('sha256').update(imageData).digest('hex').slice(0, 32);
}

/** `…/{layer}/images/{image}`: the image of a picture symbol. */
export async function sendPicture({ layer, path, reply }: LayerCall): Promise<OperationResponse> {
  const picture = picturesOf(layer).find(({ url }) => url === path['image']);
  const { contentType = 'image/png', imageData } = picture ?? {};
  if (!imageData || !imageTypes.includes(contentType)) throw serviceNotFound();
  reply.type(contentType).header('cache-control', 'private, max-age=86400');
  reply.send(Buffer.from(imageData, 'base64'));
  return sent;
}

function picturesOf({ drawingInfo }: HostedLayer): Picture[] {
  const found: Picture[] = [];
  const visit = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    if (isPicture(value)) found.push(withBoth(value));
    else for (const each of Object.values(value) as unknown[]) visit(each, depth + 1);
  };
  visit(drawingInfo, 0);
  return found;
}
