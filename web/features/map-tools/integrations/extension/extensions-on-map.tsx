import Box from '@mui/material/Box';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { isPopupExtension, isToolExtension } from '../../../../../wire/integrations/extension-types.ts';
import { extensionOf } from '../../../../../wire/integrations/integration-config.ts';
import { useConfiguration, useIntegrations } from '../../../../context/application-context.ts';
import { useAudience } from '../../../../context/audience.ts';
import { useOpenTool } from '../../../../context/open-map.ts';
import { useMapModel } from '../../../../map/map-model.ts';
import { layerById } from '../../../../map/map-state.ts';
import { offerPopupActions, type PopupFeature } from '../../../../map/popup-actions/popup-actions.ts';
import { useStore } from '../../../../store.ts';
import { placeNoteStyles } from '../choose-place-note.tsx';
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
    return () => {
      hub.openMap.set(undefined);
      hub.acting.set([]);
    };
  }, [hub, model, tables]);
  usePopupButtons();
  const acting = useStore(hub.acting);
  return (
    <Box sx={styles.notes}>
      <AskedPlaceNote />
      {acting.length > 0 && (
        <Suspense>
          <ActingExtensions ids={acting} />
        </Suspense>
      )}
    </Box>
  );
}

const styles = {
  notes: {
    ...placeNoteStyles.onMap,
    zIndex: 1,
    display: 'flex',
    flexDirection: 'column',
    gap: 1,
    '&:empty': { display: 'none' },
  },
} as const;

const ActingExtensions = lazy(async () => ({
  default: (await import('./acting-extensions.tsx')).ActingExtensions,
}));

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
          inScene: true as const,
          fits({ layerId }: PopupFeature) {
            if (isTool && !mayUse(toolId)) return false;
            const title = layerById(model.state.get().layers, layerId)?.title ?? '';
            return layers.size === 0 || layers.has(folded(title));
          },
          run({ layerId, objectId }: PopupFeature) {
            hub.pressed.set({ extension: integration.id, layerId, objectId });
            if (isPopupExtension(integration)) {
              hub.acting.set([...new Set([...hub.acting.get(), integration.id])]);
              return;
            }
            if (isTool) openTool(toolId);
            else openIntegration(integration.id);
            hub.shownTab.set(integration.id);
          },
        };
      }),
    );
  }, [model, hub, extensions, openIntegration, openTool, mayUse]);
}

/** Not in the language of the reader, in which letters may be others than for the administrator. */
const folded = (title: string) => title.trim().toLowerCase();
