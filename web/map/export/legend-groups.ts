import { whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import LegendViewModel from '@arcgis/core/widgets/Legend/LegendViewModel.js';
import { withTimeout } from '../../with-timeout.ts';
import type { MapInternals } from '../map-model.ts';
import { type Legend, type LegendGroup, type LegendRow, maxLegendRows } from './legend.ts';

/** An element of the SDK's legend, as far as it is used here. */
interface Element {
  title?: unknown;
  infos?: Info[];
}
interface Info {
  label?: unknown;
  value?: unknown;
  preview?: HTMLElement;
  src?: string;
  infos?: Info[];
  title?: unknown;
}
interface LayerInfo {
  title?: string | null;
  loading: boolean;
  legendElements: Element[];
  children: { toArray(): LayerInfo[] };
}

/** Timeout in milliseconds for the layers to load and the SDK to draw their symbols. */
const timeout = 20_000;
/** Milliseconds for which a legend waits for a picture of a server. */
const pictureTimeout = 10_000;

/** The legend of the layers in view. `missing` has the titles of layers that were not ready in time. */
export async function legendGroups({ view }: MapInternals): Promise<Legend> {
  // The view model lists a layer once its layer view exists, so the view has to finish first.
  const signal = AbortSignal.timeout(timeout);
  const inTime = (done: () => boolean) => whenOnce(done, signal).catch(() => undefined);
  await inTime(() => !view.updating);
  const legend = new LegendViewModel({ view, hideLayersNotInCurrentView: true });
  try {
    // Layers start to load their symbols in a task of their own. Layers without features in view end without symbols.
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    await inTime(() => !legend.loading);
    const infos = (legend.activeLayerInfos.toArray() as unknown as LayerInfo[]).flatMap(flat);
    const groups = await Promise.all(infos.map(groupOf));
    return {
      groups: groups.filter(({ rows }) => rows.length > 0),
      missing: infos.flatMap(({ loading, title }) => (loading && title ? [title] : [])),
    };
  } finally {
    legend.destroy();
  }
}

/** Layers of groups are listed separately. */
function flat(info: LayerInfo): LayerInfo[] {
  return [info, ...(info.children?.toArray() ?? []).flatMap(flat)];
}

async function groupOf({ title, legendElements }: LayerInfo): Promise<LegendGroup> {
  const infos = (legendElements ?? []).flatMap((element) => element.infos ?? []).flatMap(inner);
  const rows = await Promise.all(infos.slice(0, maxLegendRows).map((info) => rowOf(info, title ?? '')));
  return { title: title ?? '', rows: rows.filter((row) => row !== undefined) };
}

function inner(info: Info): Info[] {
  return info.infos ? info.infos.flatMap(inner) : [info];
}

async function rowOf(info: Info, title: string): Promise<LegendRow | undefined> {
  const label = typeof info.label === 'string' ? info.label : '';
  const source = info.src ?? (info.preview && addressOf(info.preview));
  if (!source) return undefined;
  const drawn = await withTimeout(draw(source), pictureTimeout, () => undefined).catch(() => undefined);
  return drawn && { label: label || title, ...drawn };
}

/** The SDK draws symbols as vectors or as images. */
export function addressOf(preview: HTMLElement): string | undefined {
  const image = preview instanceof HTMLImageElement ? preview : preview.querySelector('img');
  if (image) return image.src;
  const canvas = preview instanceof HTMLCanvasElement ? preview : preview.querySelector('canvas');
  if (canvas) return canvas.toDataURL('image/png');
  const vector = preview.querySelector('svg');
  if (!vector) return undefined;
  vector.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(vector))}`;
}

/** Draws an image at twice its size. */
export async function draw(source: string): Promise<Pick<LegendRow, 'picture' | 'width' | 'height'>> {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = source;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, image.width * 2);
  canvas.height = Math.max(1, image.height * 2);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { picture: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
}
