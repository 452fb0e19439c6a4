import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import { fileName } from '../../../map/export/write-data.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { mapSize, takePicture } from '../../../map/map-picture/map-picture.ts';
import { saveFile } from '../../../ui/browser.ts';
import type { LogoPicture } from './pdf-title-block.ts';
import {
  type PrintChoice,
  printMap,
  type PrintProgress,
  type PrintResult,
  type PrintTexts,
} from './print-job.ts';

/** What a finished file lacks. */
export type Shortcomings = Omit<PrintResult, 'content'>;
const none: Shortcomings = { missing: [], incomplete: 0, cutLegends: 0 };

/** Creates an image or the pages of the map and downloads it. Cancelled when the panel closes. */
export function useExport() {
  const model = useMapModel();
  const texts = usePrintTexts();
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<PrintProgress>();
  const [error, setError] = useState<unknown>();
  const [shortcomings, setShortcomings] = useState<Shortcomings>(none);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const during = async (make: (signal: AbortSignal) => Promise<void>) => {
    const control = new AbortController();
    running.current = control;
    setBusy(true);
    setError(undefined);
    setShortcomings(none);
    try {
      await make(control.signal);
    } catch (cause) {
      if (!control.signal.aborted) setError(cause);
    }
    setBusy(false);
    setProgress(undefined);
  };
  return {
    busy,
    progress,
    error,
    shortcomings,
    cancel: () => running.current?.abort(),
    savePicture: (title: string, density: number) =>
      during(async (signal) => {
        if (!model) return;
        const { writePng } = await import('./write-png.ts');
        const { width, height } = mapSize(model);
        const picture = await takePicture(model, width * density, height * density);
        const content = await writePng(picture, texts.credits(), density);
        signal.throwIfAborted();
        saveFile({ name: fileName(title, 'png'), content });
      }),
    savePages: (choice: PrintChoice) =>
      during(async (signal) => {
        if (!model) return;
        const { content, ...lacking } = await printMap(
          model,
          choice,
          { ...texts, credits: texts.credits() },
          { signal, onProgress: setProgress },
        );
        signal.throwIfAborted();
        saveFile({ name: fileName(choice.title, 'pdf'), content });
        setShortcomings(lacking);
      }),
  };
}

function usePrintTexts(): Omit<PrintTexts, 'credits'> & { credits: () => string } {
  const model = useMapModel();
  const { t } = useTranslation();
  const { language, formats, direction } = useLanguage();
  const { date, number } = useFormats();
  const [units] = useUnitSystem();
  const { config } = useConfiguration();
  const { user, portal } = useIdentity();
  return {
    rtl: direction === 'rtl',
    language,
    drawings: {
      point: t('legend.point'),
      polyline: t('legend.polyline'),
      polygon: t('legend.polygon'),
    },
    scale: t('print.block.scale'),
    date: t('print.block.date'),
    author: t('print.block.author'),
    sheet: t('print.block.sheet'),
    coordinates: t('print.block.coordinates'),
    mainMap: t('print.mainMap'),
    number,
    length: ({ value, unit }) =>
      new Intl.NumberFormat(formats, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    today: () => date(Date.now()),
    units,
    organisation: config.title || (portal?.name ?? ''),
    user: user?.fullName ?? '',
    credits: () => model?.state.get().attribution.join(' | ') ?? '',
    logo: () => logoPicture(config.portal.customLogo),
  };
}

/** Longest side of the printed logo in pixels. */
const longestLogo = 600;

/** The organisation's logo as a PNG; undefined if there is none, or if its site does not let pages read it. */
async function logoPicture(address: string): Promise<LogoPicture | undefined> {
  if (!address) return undefined;
  try {
    const image = new Image();
    image.crossOrigin = 'anonymous';
    image.src = address;
    await image.decode();
    const [width, height] = [image.naturalWidth || 300, image.naturalHeight || 300];
    const factor = longestLogo / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * factor));
    canvas.height = Math.max(1, Math.round(height * factor));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return { dataUrl: canvas.toDataURL('image/png'), width: canvas.width, height: canvas.height };
  } catch {
    return undefined;
  }
}
