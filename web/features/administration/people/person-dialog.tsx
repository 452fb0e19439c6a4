import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';
import { LoadState } from '../load-state.tsx';
import { PersonAccount } from './person-account.tsx';
import { PersonGroups } from './person-groups.tsx';
import { PersonRole } from './person-role.tsx';
import { usePerson } from './use-people.ts';

/** One person: role, groups, account. Each change takes effect at once. */
export function PersonDialog({
  username,
  onClose,
  onDeleted,
}: {
  username: string;
  onClose: () => void;
  onDeleted: (said: string) => void;
}) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const person = usePerson(username);
  const name = person.data?.fullName || username;
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={onClose} aria-labelledby="person-title">
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, px: 3, pt: 2.5 }}>
        <Avatar
          src={person.data && userThumbnail(connection, person.data)}
          alt=""
          sx={{ width: 48, height: 48, bgcolor: 'primary.main', color: 'primary.contrastText' }}
        >
          {name.slice(0, 1).toLocaleUpperCase()}
        </Avatar>
        <Box sx={{ minWidth: 0 }}>
          <DialogTitle id="person-title" noWrap sx={{ p: 0 }}>
            <bdi>{name}</bdi>
          </DialogTitle>
          <Typography noWrap color="textSecondary">
            <bdi>{[username, person.data?.email].filter(Boolean).join(' · ')}</bdi>
          </Typography>
        </Box>
      </Box>
      <DialogContent sx={{ display: 'grid', gap: 3 }}>
        <LoadState query={person}>
          {(user) => (
            <>
              <PersonRole person={user} />
              <PersonGroups person={user} />
              <PersonAccount person={user} onDeleted={onDeleted} />
            </>
          )}
        </LoadState>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('people.done')}</Button>
      </DialogActions>
    </Dialog>
  );
}
