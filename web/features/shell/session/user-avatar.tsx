import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import { useApplicationContext } from '../../../context/application-context.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';
import { initials } from './initials.ts';

/** The person's picture, else their initials; a sign of a person when nobody is signed in. */
export function UserAvatar() {
  const { user, connection } = useApplicationContext();
  if (!user) {
    return (
      <Avatar
        sx={{
          width: 30,
          height: 30,
          bgcolor: 'transparent',
          color: 'inherit',
          border: 1,
          borderColor: 'divider',
        }}
      >
        <PersonOutlined fontSize="small" />
      </Avatar>
    );
  }
  return (
    <Avatar
      src={userThumbnail(connection, user)}
      alt=""
      sx={{
        width: 30,
        height: 30,
        fontSize: 13,
        fontWeight: 500,
        bgcolor: 'primary.main',
        color: 'primary.contrastText',
      }}
    >
      {initials(user.fullName)}
    </Avatar>
  );
}
