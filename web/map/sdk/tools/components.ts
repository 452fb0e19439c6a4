import { setAssetPath as setComponentsPath } from '@arcgis/map-components';
import { setAssetPath as setCalcitePath } from '@esri/calcite-components';
import { assetsPath } from 'virtual:arcgis-build';
import '@arcgis/map-components/main.css';
import '@esri/calcite-components/main.css';

const root = new URL(`${assetsPath}/`, location.href);

/** Tells the component libraries where their icons and words are: on our own server. Once, before the first of them. */
setCalcitePath(new URL('components/', root).href);
setComponentsPath(new URL('map-components/', root).href);

/** Adds rules within an element of the SDK, for what its variables leave open. */
export async function addInnerStyle(element: HTMLElement, rules: string): Promise<void> {
  await (element as HTMLElement & { componentOnReady?(): Promise<unknown> }).componentOnReady?.();
  const root = element.shadowRoot ?? document;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
