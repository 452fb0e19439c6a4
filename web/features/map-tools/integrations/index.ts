/** The integrations beside the map. */
export { ChoosePlaceNote } from './choose-place-note.tsx';
export { IntegrationsOnMap } from './map/integrations-on-map.tsx';
export { IntegrationsDrawer, IntegrationsProvider } from './integrations-provider.tsx';
