import type { SvgIconProps } from '@mui/material/SvgIcon';
import { browserKinds } from '../../integration-kinds/browsers.ts';
import type { IntegrationType } from '../../integration-kinds/definitions.ts';

/** The sign of an integration's type. Takes what an icon of MUI takes, so that it can stand for one. */
export function IntegrationIcon({ type, ...icon }: { type: IntegrationType } & SvgIconProps) {
  const { icon: Icon } = browserKinds[type];
  return <Icon fontSize="small" {...icon} />;
}
