import ChevronRight from '@mui/icons-material/ChevronRight';
import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import type { PortalUser } from '../../../../portal/portal-types.ts';
import { userThumbnail } from '../../../../portal/thumbnails.ts';
import { useFormats } from '../../../../i18n/index.ts';
import { initials } from '../../../../ui/initials.ts';
import { rowButton } from '../../../../ui/sizes.ts';
import { useRoleName } from './account-fields.tsx';

/** Names are never truncated, however narrow the screen. */
const inFull = { overflowWrap: 'anywhere' } as const;

/** One user of the list: name, role, and last sign-in. */
export function PersonRow({ person, onOpen }: { person: PortalUser; onOpen: () => void }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { ago } = useFormats();
  const roleName = useRoleName();
  const { username, fullName, disabled = false, lastLogin } = person;
  const name = fullName || username;
  return (
    <li>
      <ButtonBase onClick={onOpen} sx={{ ...rowButton, gap: 2 }}>
        <Avatar
          src={userThumbnail(connection, person)}
          alt=""
          sx={{
            bgcolor: disabled ? 'action.disabledBackground' : 'primary.main',
            color: disabled ? 'text.disabled' : 'primary.contrastText',
            fontSize: 16,
          }}
        >
          {initials(name)}
        </Avatar>
        <Box sx={{ flex: '1 1 auto', minWidth: 0 }}>
          <Typography sx={{ ...inFull, fontWeight: 500, color: disabled ? 'text.secondary' : undefined }}>
            <bdi>{name}</bdi>
            {user?.username === username && ` (${t('people.you')})`}
          </Typography>
          <Typography color="textSecondary" variant="body2" sx={inFull}>
            <bdi>{username}</bdi>
            {lastLogin !== undefined &&
              ` · ${lastLogin > 0 ? t('people.lastSignIn', { when: ago(lastLogin) }) : t('people.neverSignedIn')}`}
          </Typography>
        </Box>
        <Box sx={{ display: 'flex', gap: 1, flexShrink: 0, flexDirection: { xs: 'column', sm: 'row' } }}>
          {disabled && <Chip size="small" label={t('people.disabled')} />}
          <Chip size="small" variant="outlined" label={roleName(person)} />
        </Box>
        <ChevronRight
          color="action"
          sx={{ transform: (theme) => (theme.direction === 'rtl' ? 'scaleX(-1)' : 'none') }}
        />
      </ButtonBase>
    </li>
  );
}
