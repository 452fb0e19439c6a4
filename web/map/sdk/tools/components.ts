import '@arcgis/map-components/main.css';
import '@esri/calcite-components/main.css';
import { setAssetPath as setComponentsPath } from '@arcgis/map-components';
import { setAssetPath as setCalcitePath } from '@esri/calcite-components';
import { assetsPath } from 'virtual:arcgis-build';

const root = new URL(`${assetsPath}/`, location.href);

/** Tells the component libraries where their icons and words are: on our own server. Once, before the first of them. */
setCalcitePath(new URL('components/', root).href);
setComponentsPath(new URL('map-components/', root).href);
