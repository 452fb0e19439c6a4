/** The integrations beside the map. */
export { ChoosePlaceNote } from './choose-place-note.tsx';
export { IntegrationsDrawer, IntegrationsOnMap, IntegrationsProvider } from './integrations-provider.tsx';
export { extensionTools } from './extension/extension-tools.tsx';
