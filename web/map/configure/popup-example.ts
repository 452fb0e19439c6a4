import type Graphic from '@arcgis/core/Graphic.js';
import type PopupTemplate from '@arcgis/core/PopupTemplate.js';
import { watch } from '@arcgis/core/core/reactiveUtils.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type { MapInternals } from '../map-model.ts';
import { guardLinks } from '../safe-links.ts';
import { boundPopup } from '../sdk/popup.ts';
import type { PopupExample } from './configure.ts';
import { evaluate } from './expression.ts';

/** Milliseconds between the last key press and the preview. */
const previewPause = 300;

type FeatureElement = HTMLElement & { graphic: Graphic; view: unknown; map?: unknown };

/**
 * The popup of one feature, as it is configured now.
 *
 * @param find finds the feature; called once
 * @param template the popup; the preview follows it
 */
export function popupExample(
  { view, fitPopup, applyTheme }: MapInternals,
  layer: FeatureLayer,
  {
    find,
    template,
    use,
  }: {
    find: () => Promise<Graphic | undefined>;
    template: () => PopupTemplate | null | undefined;
    use: 'popup' | 'groups';
  },
): PopupExample {
  let example: Promise<Graphic | undefined> | undefined;
  const feature = () => (example ??= find().catch(() => undefined));
  return {
    preview(host, onNone) {
      let left = false;
      let timer: ReturnType<typeof setTimeout> | 0 = 0;
      let release = () => {};
      // It is shown beside the map, whose links are guarded.
      const unguard = guardLinks(host);
      const show = async () => {
        const found = await feature();
        if (left) return;
        if (!found) return onNone();
        // A clone of a cluster or bin would be a feature, and get the popup of features.
        const graphic = use === 'groups' ? found : found.clone();
        graphic.layer = layer;
        if (use === 'groups') {
          const own = template()?.clone() ?? null;
          if (own) boundPopup(own);
          graphic.popupTemplate = own;
        }
        // Contains the paths of the element's texts and icons.
        await import('../sdk/tools/components.ts');
        await import('@arcgis/map-components/components/arcgis-feature');
        if (left) return;
        const element = Object.assign(document.createElement('arcgis-feature'), {
          view,
          map: view.map,
          graphic: use === 'groups' ? graphic : fitPopup(graphic),
        }) as HTMLElement as FeatureElement;
        release();
        release = applyTheme(element);
        host.replaceChildren(element);
      };
      const soon = () => {
        clearTimeout(timer);
        timer = setTimeout(() => void show(), previewPause);
      };
      const handle = watch(template, soon);
      void show();
      return () => {
        left = true;
        clearTimeout(timer);
        handle.remove();
        unguard();
        release();
        host.replaceChildren();
      };
    },
    async evaluate(expression) {
      const found = await feature();
      if (!found) return '';
      return evaluate(expression, found, { use, ...(use === 'popup' && { $layer: layer, $map: view.map }) });
    },
  };
}
