import type { SvgIconComponent } from '@mui/icons-material';
import type { ComponentType } from 'react';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { isToolExtension } from '../../../../../wire/integrations/extension-types.ts';
import { integrationIcon } from '../../../../ui/integration-icon.tsx';

/** A tool of the sidebar that an administrator configured. */
export interface ExtensionToolEntry {
  id: string;
  name: string;
  Icon: SvgIconComponent;
  load: () => Promise<ComponentType>;
}

/** The id of the tool of an extension. */
export function extensionToolId(extension: string): string {
  return `ext-${extension}`;
}

/** The extensions that are tools of the sidebar, as tools. */
export function extensionTools(integrations: readonly IntegrationConfig[]): ExtensionToolEntry[] {
  return integrations
    .filter((integration) => integration.enabled && isToolExtension(integration))
    .map((extension) => ({
      id: extensionToolId(extension.id),
      name: extension.title,
      Icon: integrationIcon(extension),
      load: async () => {
        const { ExtensionTool } = await import('./extension-frame.tsx');
        return () => <ExtensionTool extension={extension} />;
      },
    }));
}
