import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { plainHttp } from '../sdk/plain-http.ts';
import type { EditAttachment } from './edit-feature.ts';

interface Stored {
  id: number;
  globalId: string | null | undefined;
}

/** Attachments of a feature: those it has, and what shall become of them when it is sent. */
export interface AttachmentList {
  rows(): EditAttachment[];
  attach(files: readonly File[]): void;
  detach(key: string): void;
  keep(key: string): void;
  added(): readonly File[];
  deleted(): readonly Stored[];
  close(): void;
}

/** @param objectId undefined for a feature that is not in the layer yet */
export async function openAttachments(
  layer: FeatureLayer,
  objectId: number | undefined,
): Promise<AttachmentList> {
  const found = objectId === undefined ? {} : await layer.queryAttachments({ objectIds: [objectId] });
  const stored = (objectId === undefined ? undefined : found[objectId]) ?? [];
  const files = new Map<string, { file: File; address: string }>();
  const gone = new Set<string>();
  let last = 0;
  const drop = (key: string) => {
    const one = files.get(key);
    if (one) URL.revokeObjectURL(one.address);
    return files.delete(key);
  };
  return {
    rows: () => [
      ...stored.map(({ id, name, size, contentType, url }): EditAttachment => {
        const key = `stored ${id}`;
        return {
          key,
          name: name ?? '',
          size: size ?? 0,
          address: url ? plainHttp(url, location.origin) : undefined,
          picture: isPicture(contentType),
          state: gone.has(key) ? 'deleted' : 'stored',
        };
      }),
      ...[...files].map(([key, { file, address }]): EditAttachment => {
        const { name, size, type } = file;
        return { key, name, size, address, picture: isPicture(type), state: 'added' };
      }),
    ],
    attach(chosen) {
      for (const file of chosen) files.set(`added ${++last}`, { file, address: URL.createObjectURL(file) });
    },
    detach: (key) => void (drop(key) || gone.add(key)),
    keep: (key) => void gone.delete(key),
    added: () => [...files.values()].map(({ file }) => file),
    deleted: () => stored.filter(({ id }) => gone.has(`stored ${id}`)),
    close() {
      for (const key of files.keys()) drop(key);
    },
  };
}

/** Pictures that browsers show; SVG can hold scripts and is listed by its name. */
function isPicture(type: string | null | undefined): boolean {
  return /^image\/(png|jpe?g|gif|webp|bmp|avif)$/i.test(type ?? '');
}
