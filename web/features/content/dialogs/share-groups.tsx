import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControl from '@mui/material/FormControl';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import FormLabel from '@mui/material/FormLabel';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../languages/index.ts';
import type { SharedGroups } from './use-shared-groups.ts';

/** The groups items can be shared with: marked where all of them are, half marked where some are. */
export function ShareGroups({ shared }: { shared: SharedGroups }) {
  const { t } = useTranslation();
  return (
    <FormControl component="fieldset">
      <FormLabel component="legend">{t('content.share.groups')}</FormLabel>
      {shared.loading && <Skeleton height={42} width="60%" />}
      {shared.error !== null && <Alert severity="warning">{errorText(t, shared.error)}</Alert>}
      {shared.groups.length === 0 && !shared.loading && (
        <Typography color="textSecondary">{t('content.share.groups.none')}</Typography>
      )}
      <FormGroup>
        {shared.groups.map((group) => {
          const mark = shared.markOf(group.id);
          return (
            <FormControlLabel
              key={group.id}
              control={
                <Checkbox
                  checked={mark === 'all'}
                  indeterminate={mark === 'some'}
                  onChange={() => shared.choose(group.id, mark !== 'all')}
                />
              }
              label={<bdi>{group.title}</bdi>}
            />
          );
        })}
      </FormGroup>
    </FormControl>
  );
}
