import { setAssetPath as setComponentsPath } from '@arcgis/map-components';
import { setAssetPath as setCalcitePath } from '@esri/calcite-components';
import { assetsPath } from 'virtual:arcgis-build';
import '@arcgis/map-components/main.css';
import '@esri/calcite-components/main.css';

const root = new URL(`${assetsPath}/`, location.href);

/**
 * Sets the URLs of the component libraries' icons and messages, which this server serves. Runs once, before
 * the first component.
 */
setCalcitePath(new URL('components/', root).href);
setComponentsPath(new URL('map-components/', root).href);

/** Adds style rules to an element of the SDK where its variables are not sufficient. */
export async function addInnerStyle(element: HTMLElement, rules: string): Promise<void> {
  await (element as HTMLElement & { componentOnReady?(): Promise<unknown> }).componentOnReady?.();
  const root = element.shadowRoot ?? document;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(rules);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}
