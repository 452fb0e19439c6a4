import PersonOutlined from '@mui/icons-material/PersonOutlined';
import Avatar from '@mui/material/Avatar';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { userThumbnail } from '../../../portal/thumbnails.ts';

/** The user's picture, else their initials; a person icon when signed out. */
export function UserAvatar() {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
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

/** At most two initials of a name: of the first and last word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => firstGrapheme(word ?? '').toLocaleUpperCase()).join('');
}

function firstGrapheme(word: string): string {
  const [first] = new Intl.Segmenter().segment(word);
  return first?.segment ?? '';
}
