/** The integrations beside the map. */
export { ChoosePlaceNote } from './choose-place-note.tsx';
export { IntegrationsDrawer } from './integrations-drawer.tsx';
export { IntegrationsOnMap } from './map/integrations-on-map.tsx';
export { IntegrationsProvider } from './integrations-provider.tsx';
