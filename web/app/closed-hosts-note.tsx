import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../context/application-context.ts';
import { dismissClosedHosts, useClosedHosts } from '../context/closed-hosts.ts';
import { reloadWithHosts } from '../context/page-hosts.ts';

/** Hosts listed in one notice; a table of pictures may have hundreds. */
const shown = 3;

/**
 * Offers to allow hosts that the page's policy has just blocked, such as those of pictures in a popup; hosts that a map
 * itself names are already allowed.
 */
export function ClosedHostsNote() {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const hosts = useClosedHosts();
  const names = hosts.slice(0, shown).map((host) => host.replace(/^https?:\/\//, ''));
  const load = () => void reloadWithHosts(hosts, { org, keepWork: () => connection.session.keepWork() });
  return (
    <Snackbar open={hosts.length > 0} sx={{ bottom: { xs: 84, sm: 24 } }}>
      <Alert
        severity="info"
        onClose={dismissClosedHosts}
        sx={{ maxWidth: 420, border: 1, borderColor: 'divider', overflowWrap: 'anywhere' }}
      >
        {t('app.closedHosts', { hosts: [...names, ...(hosts.length > shown ? ['…'] : [])].join(', ') })}
        <Button size="small" onClick={load} sx={{ display: 'block', mt: 0.5, marginInlineStart: '-5px' }}>
          {t('app.closedHosts.open')}
        </Button>
      </Alert>
    </Snackbar>
  );
}
