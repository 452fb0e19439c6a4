import { lazy, Suspense } from 'react';
import type { Integration } from '../../../../context/integrations.ts';
import { useHub, useStore } from '../host/hub.ts';

const CaptureDialog = lazy(async () => ({ default: (await import('./capture-dialog.tsx')).CaptureDialog }));

/** The dialog of a capture, in the window in which its integration is; nothing while this one is not captured. */
export function Capture({ integration }: { integration: Integration }) {
  const hub = useHub();
  if (useStore(hub.capturing) !== integration.id) return null;
  return (
    <Suspense fallback={null}>
      <CaptureDialog integration={integration} onClose={() => hub.capturing.set('')} />
    </Suspense>
  );
}
