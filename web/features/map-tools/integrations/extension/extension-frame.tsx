import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { useContext, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { IntegrationConfig } from '../../../../../wire/app-config.ts';
import { extensionVersion } from '../../../../../wire/extension-messages.ts';
import { fillTemplate, withoutLocation } from '../../../../../wire/integration-url.ts';
import { useLanguage } from '../../../../i18n/index.ts';
import { LoadFailed } from '../../../../ui/state-message.tsx';
import { FrameProblem } from '../frame-problem.tsx';
import type { IntegrationAddress } from '../host/address.ts';
import { HubRetryContext, WithHub } from '../host/hub.ts';
import type { ExtensionState } from './extension-channel.ts';
import { useSetUp } from '../host/use-set-up.ts';
import { useExtension } from './use-extension.ts';

export interface ExtensionFrameProps {
  extension: IntegrationConfig;
  address: IntegrationAddress;
  /** Shows a text of an extension whose page is hidden; `''`: none. Absent where the page is shown. */
  notify?: (text: string) => void;
}

/**
 * The panel of an extension that is a tool of the sidebar; the failure if the state of integrations could not
 * be loaded.
 */
export function ExtensionTool({ extension }: { extension: IntegrationConfig }) {
  const { t } = useTranslation();
  const again = useContext(HubRetryContext);
  if (again)
    return (
      <Box sx={{ p: 2 }}>
        <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
      </Box>
    );
  return (
    <WithHub>
      <ToolFrame extension={extension} />
    </WithHub>
  );
}

function ToolFrame({ extension }: { extension: IntegrationConfig }) {
  const { address } = useSetUp(extension);
  return <ExtensionFrame extension={extension} address={address} />;
}

/** The page of an extension. When it fails, the page is removed, and the reason shown with a way to try again. */
export function ExtensionFrame({ extension, address, notify }: ExtensionFrameProps) {
  const [attempt, setAttempt] = useState(0);
  const again = () => setAttempt(attempt + 1);
  // A page of this installation could act as the application.
  if (address.origin === 'null')
    return <ExtensionProblem title={extension.title} reason={{ state: 'own' }} onRetry={again} />;
  return (
    <ExtensionAttempt
      key={attempt}
      extension={extension}
      address={address}
      onRetry={again}
      {...(notify && { notify })}
    />
  );
}

function ExtensionAttempt({
  extension,
  address: { template, origin, sandbox },
  notify,
  onRetry,
}: ExtensionFrameProps & { onRetry: () => void }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const frame = useRef<HTMLIFrameElement>(null);
  // The page does not start again in another language. Extensions have no placeholders but `{lang}`.
  const [source] = useState(() => fillTemplate(template, { ...withoutLocation, lang: language }));
  const { state, loaded } = useExtension(frame, extension, origin, notify);
  const { title } = extension;
  if (state.state !== 'connecting' && state.state !== 'open')
    return (
      <ExtensionProblem title={title} reason={{ ...state, host: new URL(origin).host }} onRetry={onRetry} />
    );
  return (
    <Box sx={notify ? undefined : styles.place}>
      <Box
        component="iframe"
        ref={frame}
        name={extension.id}
        title={title}
        src={source}
        sandbox={sandbox}
        referrerPolicy="strict-origin-when-cross-origin"
        onLoad={loaded}
        sx={notify ? styles.hidden : styles.frame}
      />
      {state.state === 'connecting' && (
        <LinearProgress
          aria-label={t('integration.loading', { title })}
          sx={notify ? undefined : styles.progress}
        />
      )}
    </Box>
  );
}

type Problem =
  (Exclude<ExtensionState, { state: 'connecting' | 'open' }> & { host: string }) | { state: 'own' };

interface ExtensionProblemProps {
  title: string;
  reason: Problem;
  onRetry: () => void;
}

/** Why an extension is not shown, and what to do. */
function ExtensionProblem({ title, reason, onRetry }: ExtensionProblemProps) {
  const { t } = useTranslation();
  return (
    <FrameProblem
      title={t(`extension.${reason.state}`, { title })}
      cure={t(`extension.${reason.state}.cure`, { ...reason, ours: extensionVersion })}
      onRetry={onRetry}
    />
  );
}

const styles = {
  place: {
    position: 'relative',
    flex: 1,
    height: '100%',
    minHeight: 0,
    minWidth: 0,
    backgroundColor: 'background.default',
  },
  frame: { position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0, colorScheme: 'normal' },
  progress: { position: 'absolute', insetInline: 0, top: 0 },
  hidden: { display: 'none' },
} as const;
