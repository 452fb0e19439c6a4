import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { hostOf } from '../../../../wire/map-hosts.ts';
import { closedHosts, reloadWithHosts } from '../../../context/page-hosts.ts';
import { storeTypedInput, type TypedInput } from '../../../context/typed-input.ts';

/** The host of a URL that the page may not load from. */
export function closedHostOf(address: string): string | undefined {
  const host = hostOf(address);
  return host && closedHosts([host])[0];
}

export interface ClosedHostProps {
  host: string;
  /** The form input to restore afterwards. */
  typed: TypedInput;
}

/** Shows that a layer is on a server that the page may not load from yet, with a button to allow it. */
export function ClosedHost({ host, typed }: ClosedHostProps) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const open = () => {
    storeTypedInput(sessionStorage, typed);
    void reloadWithHosts([host], { org, keepWork: () => connection.session.keepWork() });
  };
  return (
    <Alert severity="info" sx={{ overflowWrap: 'anywhere' }}>
      {t('add.closedHost', { host: host.replace(/^https?:\/\//, '') })}
      <Button size="small" onClick={open} sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}>
        {t('add.closedHost.open')}
      </Button>
    </Alert>
  );
}
