import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { useSetUp } from '../host/use-set-up.ts';
import { ExtensionFrame } from './extension-frame.tsx';

/** The panel of an extension that is a tool of the sidebar. */
export function ExtensionTool({ extension }: { extension: IntegrationConfig }) {
  const { address } = useSetUp(extension);
  return <ExtensionFrame extension={extension} address={address} />;
}
