import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { hasTokens } from '../../../../../wire/integration-url.ts';
import type { Integration } from '../../../../context/integrations.ts';
import type { IntegrationAddress } from '../host/address.ts';
import { useFrameChannel } from '../host/use-frame-channel.ts';
import { OpenWindowRequest } from './open-window-request.tsx';
import { PaneStatus } from './pane-status.tsx';
import { useFilled } from './use-filled.ts';

export interface IntegrationFrameProps {
  integration: Integration;
  address: IntegrationAddress;
  shown: boolean;
}

/** Debounce in milliseconds before a plain page is reloaded for another location. */
const restMilliseconds = 400;

/** The page of an integration, with a status over it while it loads or when it fails. */
export function IntegrationFrame(props: IntegrationFrameProps) {
  const [attempt, setAttempt] = useState(0);
  return <FrameAttempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function FrameAttempt({
  integration,
  address,
  shown,
  onRetry,
}: IntegrationFrameProps & { onRetry: () => void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { report, loaded, requestedUrl, answerOpenRequest } = useFrameChannel(
    frame,
    integration,
    address,
    shown,
  );
  const source = useSource(address, report.state === 'plain');
  return (
    <Box sx={styles.place}>
      <Box
        component="iframe"
        ref={frame}
        name={integration.id}
        title={integration.title}
        src={source}
        sandbox={address.sandbox}
        referrerPolicy="strict-origin-when-cross-origin"
        allow="fullscreen; gyroscope; accelerometer"
        onLoad={loaded}
        sx={styles.frame}
      />
      <PaneStatus
        title={integration.title}
        report={report}
        openHref={address.own ? undefined : source}
        onRetry={onRetry}
      />
      {requestedUrl && (
        <OpenWindowRequest title={integration.title} url={requestedUrl} onAnswer={answerOpenRequest} />
      )}
    </Box>
  );
}

/**
 * The frame's URL. A page with the protocol receives locations by message; a plain page is loaded with another URL
 * instead.
 */
function useSource({ template }: IntegrationAddress, plain: boolean): string {
  const here = useFilled(template);
  const [source, setSource] = useState(here);
  useEffect(() => {
    if (!plain || !hasTokens(template)) return undefined;
    const timer = setTimeout(() => setSource(here), restMilliseconds);
    return () => clearTimeout(timer);
  }, [plain, template, here]);
  return source;
}

const styles = {
  place: { position: 'relative', flex: 1, minHeight: 0, minWidth: 0, backgroundColor: 'background.default' },
  frame: { position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0, colorScheme: 'normal' },
} as const;
