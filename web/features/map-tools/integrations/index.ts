/** The integrations beside the map. */
export { IntegrationsDrawer, IntegrationsOnMap, IntegrationsProvider } from './integrations-provider.tsx';
export { extensionTools } from './extension/extension-tools.tsx';
