import type { LegendGroup } from '../../../map/export/legend.ts';
import type { MapPicture } from '../../../map/export/take-picture.ts';
import type { LengthInUnit, UnitSystem } from '../../../map/measure/units.ts';

/** What goes on a page. Texts are in the person's language already. */
export interface PageContent {
  title: string;
  picture: MapPicture;
  legend: readonly LegendGroup[];
  credits: string;
  date: string;
  /** Of the scale bar. */
  units: UnitSystem;
  scale: (length: LengthInUnit) => string;
}
