import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../context/use-unit-system.ts';
import { useMapModel } from '../../map/map-model.ts';
import { fileName } from '../../map/export/write-data.ts';
import { legendOf } from '../../map/export/legend.ts';
import { saveFile } from '../../ui/save-file.ts';
import { longestSide, mapSize, takePicture } from '../../map/export/take-picture.ts';
import { useFormats, useLanguage } from '../languages/index.ts';
import { type PageChoice, pageLayout } from './page-layout.ts';

/** Dots an inch of a printed map. */
const printDensity = 200;

/** Makes a picture or a page of the map and hands it over. */
export function useExport() {
  const model = useMapModel();
  const { t } = useTranslation();
  const drawingWords = {
    point: t('legend.point'),
    polyline: t('legend.polyline'),
    polygon: t('legend.polygon'),
  };
  const { formats, direction } = useLanguage();
  const { date } = useFormats();
  const [units] = useUnitSystem();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const during = async (make: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    try {
      await make();
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  const credits = () => model?.state.get().attribution.join(' | ') ?? '';
  const savePicture = (title: string, density: number) =>
    during(async () => {
      if (!model) return;
      const { writePng } = await import('./write-png.ts');
      const { width, height } = mapSize(model);
      const picture = await takePicture(model, width * density, height * density);
      saveFile({ name: fileName(title, 'png'), content: await writePng(picture, credits(), density) });
    });
  const savePage = (title: string, choice: PageChoice) =>
    during(async () => {
      if (!model) return;
      const layout = pageLayout({ ...choice, rtl: direction === 'rtl' });
      const dots = Math.min(printDensity / 25.4, longestSide / Math.max(layout.map.width, layout.map.height));
      const { writePdf } = await import('./write-pdf.ts');
      // One after the other: while the SDK draws a legend's symbols it takes no picture.
      const size = {
        width: Math.round(layout.map.width * dots),
        height: Math.round(layout.map.height * dots),
      };
      const picture = await takePicture(model, size.width, size.height);
      const legend = choice.legend ? await legendOf(model, drawingWords) : [];
      const content = await writePdf(layout, {
        title,
        picture,
        legend,
        credits: credits(),
        date: date(Date.now()),
        units,
        scale: ({ value, unit }) =>
          new Intl.NumberFormat(formats, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
      });
      saveFile({ name: fileName(title, 'pdf'), content });
    });
  return { busy, error, savePicture, savePage };
}
