import type { LegendGroup } from '../../map/export/legend.ts';
import type { MapPicture } from '../../map/export/take-picture.ts';

/** What goes on a page. Texts are in the person's language already. */
export interface PageContent {
  title: string;
  picture: MapPicture;
  legend: readonly LegendGroup[];
  credits: string;
  date: string;
  scale: (length: { value: number; unit: 'meter' | 'kilometer' }) => string;
}
