import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fillTemplate, hasTokens, withoutLocation } from '../../../../../wire/integration-url.ts';
import { useIdentity, useIntegrations } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { FrameProblem } from '../frame-problem.tsx';
import type { IntegrationAddress } from '../host/address.ts';
import type { FrameReport } from '../host/frame-channel.ts';
import { useFrameChannel } from '../host/use-frame-channel.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { OpenInNew } from '../../../../ui/mirrored-icons.ts';
import { useHub } from '../host/hub.ts';

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

interface OpenWindowRequestProps {
  /** The integration. */
  title: string;
  /** The requested URL. */
  url: string;
  onAnswer: (granted: boolean) => void;
}

/** A foreign page requests a browser window: the user sees the URL and decides. */
export function OpenWindowRequest({ title, url, onAnswer }: OpenWindowRequestProps) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="info"
      variant="outlined"
      icon={<OpenInNew fontSize="inherit" />}
      onClose={() => onAnswer(false)}
      closeText={t('integration.openWindow.refuse')}
      sx={openWindowRequestStyles.alert}
    >
      {t('integration.openWindow', { title, host: new URL(url).host })}
      <Button
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={() => onAnswer(true)}
        sx={{ display: 'flex', width: 'fit-content', minHeight: sizes.touch, marginInlineStart: '-8px' }}
      >
        {t('integration.newWindow')}
      </Button>
    </Alert>
  );
}

const openWindowRequestStyles = {
  alert: {
    position: 'absolute',
    insetInline: 8,
    bottom: 8,
    backgroundColor: 'background.paper',
    overflowWrap: 'anywhere',
  },
} as const;

interface PaneStatusProps {
  title: string;
  report: FrameReport;
  /** URL of the page on its own. */
  openHref: string | undefined;
  onRetry: () => void;
}

/** The status over an integration's page: loading, or why it shows nothing, with a fix. */
export function PaneStatus({
  title,
  report: { state, message, nearest },
  openHref,
  onRetry,
}: PaneStatusProps) {
  const { t } = useTranslation();
  const { user, signIn } = useIdentity();
  const { setCurrentMapLocation } = useIntegrations();
  if (state === 'ok' || state === 'plain') return null;
  if (state === 'loading')
    return (
      <Box aria-busy sx={paneStatusStyles.cover}>
        <LinearProgress aria-label={t('integration.loading', { title })} sx={{ width: '100%' }} />
        <Skeleton variant="rectangular" animation={false} sx={{ flex: 1, width: '100%' }} />
      </Box>
    );
  return (
    <Box sx={paneStatusStyles.cover}>
      <FrameProblem
        title={t(`integration.status.${state}`)}
        cure={t(`integration.cure.${state}`)}
        message={message}
        openHref={openHref}
        onRetry={onRetry}
      >
        {state === 'unauthorized' && !user && (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        )}
        {nearest && (
          <Button variant="contained" onClick={() => setCurrentMapLocation(mapLocationAt(nearest))}>
            {t('integration.nearest')}
          </Button>
        )}
      </FrameProblem>
    </Box>
  );
}

const paneStatusStyles = {
  cover: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    flexDirection: 'column',
    backgroundColor: 'background.paper',
  },
} as const;

/** A URL template filled with the location chosen on the map. */
export function useFilled(template: string): string {
  const hub = useHub();
  const { language } = useLanguage();
  const { currentMapLocation, currentIntgLocation } = useIntegrations();
  // A built-in page has no location in its URL, and may be loaded before there is one.
  if (!currentMapLocation)
    return hasTokens(template) ? '' : fillTemplate(template, { ...withoutLocation, lang: language });
  const heading = currentIntgLocation?.heading;
  return fillTemplate(template, { ...currentMapLocation, zoom: hub.zoom.get(), heading, lang: language });
}
