import Avatar from '@mui/material/Avatar';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useTranslation } from 'react-i18next';
import { initials } from '../../../ui/initials.ts';
import { sizes } from '../../../ui/sizes.ts';
import { colorOf } from './conversations.ts';
import type { Comments } from './comments-context.tsx';

/** Who else is looking at the map; a press follows their view, another one stops. */
export function PeopleRow({ people, following, follow }: Pick<Comments, 'people' | 'following' | 'follow'>) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  const followed = people.find(({ id }) => id === following);
  return (
    <Box>
      <Box component="ul" aria-label={t('comments.people')} sx={styles.row}>
        {people.map(({ id, name, rectangle }) => {
          const title = name || t('comments.visitor');
          const label = t(id === following ? 'comments.unfollow' : 'comments.follow', { name: title });
          return (
            <li key={id}>
              <Tooltip title={label}>
                <span>
                  <ButtonBase
                    aria-pressed={id === following}
                    disabled={!rectangle && id !== following}
                    onClick={() => follow(id === following ? undefined : id)}
                    sx={styles.person}
                  >
                    <Avatar
                      // Initials are no part of the name, and a name in an attribute would have to contain
                      // them (WCAG 2.5.3).
                      aria-hidden
                      sx={{
                        ...styles.avatar,
                        backgroundColor: colorOf(id),
                        ...(id === following && { outline: 2, outlineColor: colorOf(id), outlineOffset: 2 }),
                      }}
                    >
                      {initials(title)}
                    </Avatar>
                    <Box component="span" sx={visuallyHidden}>
                      {label}
                    </Box>
                  </ButtonBase>
                </span>
              </Tooltip>
            </li>
          );
        })}
      </Box>
      <Typography component="output" variant="body2" color="textSecondary">
        {followed && t('comments.following', { name: followed.name || t('comments.visitor') })}
      </Typography>
    </Box>
  );
}

const styles = {
  row: { display: 'flex', flexWrap: 'wrap', gap: 0.5, p: 0, m: 0, listStyle: 'none' },
  person: { width: sizes.touch, height: sizes.touch, borderRadius: '50%' },
  avatar: { width: 32, height: 32, fontSize: 13, color: 'white' },
} as const;
