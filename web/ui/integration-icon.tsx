import type { SvgIconComponent } from '@mui/icons-material';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import { createElement } from 'react';
import { browserKinds } from '../../integration-kinds/browsers.ts';
import type { IntegrationType } from '../../integration-kinds/definitions.ts';

/** What decides the icon: the type, and for some the one that an administrator chose. */
export interface Pictured {
  type: IntegrationType;
  config?: Readonly<Record<string, unknown>> | undefined;
}

/** The icon of an integration. */
export function integrationIcon({ type, config }: Pictured): SvgIconComponent {
  const kind = browserKinds[type];
  const chosen = 'icons' in kind ? kind.icons?.[String(config?.['icon'])] : undefined;
  return chosen ?? kind.icon;
}

/** The icon of an integration, with the properties of MUI's icons. */
export function IntegrationIcon({ type, config, ...icon }: Pictured & SvgIconProps) {
  return createElement(integrationIcon({ type, config }), { fontSize: 'small', ...icon });
}
