import { useEffect, useMemo } from 'react';
import { isToolExtension } from '../../../../../wire/integrations/extension-types.ts';
import { extensionOf } from '../../../../../wire/integrations/integration-config.ts';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import { useAudience } from '../../../../context/audience.ts';
import { useOpenTool } from '../../../../context/open-map.ts';
import { useMapModel } from '../../../../map/map-model.ts';
import { layerById } from '../../../../map/map-state.ts';
import { offerPopupActions, type PopupFeature } from '../../../../map/popup-actions/popup-actions.ts';
import { useHub } from '../host/hub.ts';
import { AskedPlaceNote } from './asked-place-note.tsx';
import { extensionToolId } from './extension-tools.tsx';

/** What extensions add to an open map: their buttons in popups, and the request for a place. */
export function ExtensionsOnMap() {
  const model = useMapModel();
  const hub = useHub();
  const { tables } = useAudience();
  useEffect(() => {
    hub.openMap.set(model && { model, mayRead: tables });
    return () => hub.openMap.set(undefined);
  }, [hub, model, tables]);
  usePopupButtons();
  return <AskedPlaceNote />;
}

function usePopupButtons(): void {
  const model = useMapModel();
  const hub = useHub();
  const { config } = useConfiguration();
  const { openIntegration } = useIntegrations();
  const { mayUse } = useAudience();
  const openTool = useOpenTool();
  const extensions = useMemo(
    () =>
      config.integrations.flatMap((integration) => {
        const settings = integration.enabled ? extensionOf(integration) : undefined;
        return settings?.popup ? [{ integration, settings }] : [];
      }),
    [config.integrations],
  );
  useEffect(() => {
    if (!model || extensions.length === 0) return undefined;
    return offerPopupActions(
      model,
      extensions.map(({ integration, settings }) => {
        const isTool = isToolExtension(integration);
        const toolId = extensionToolId(integration.id);
        const layers = new Set(settings.layers.map(folded));
        return {
          id: toolId,
          title: integration.title,
          icon: settings.icon,
          fits({ layerId }: PopupFeature) {
            if (isTool && !mayUse(toolId)) return false;
            const title = layerById(model.state.get().layers, layerId)?.title ?? '';
            return layers.size === 0 || layers.has(folded(title));
          },
          run({ layerId, objectId }: PopupFeature) {
            hub.pressed.set({ extension: integration.id, layerId, objectId });
            if (isTool) openTool(toolId);
            else openIntegration(integration.id);
            hub.shownTab.set(integration.id);
          },
        };
      }),
    );
  }, [model, hub, extensions, openIntegration, openTool, mayUse]);
}

const folded = (title: string) => title.trim().toLocaleLowerCase();
