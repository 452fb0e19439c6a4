import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { loadPerson } from '../../portal/people.ts';
import { errorText } from '../languages/index.ts';
import { useGroupsKey } from './use-groups.ts';

/** The profile of a person: a description, and tags such as skills and subjects. */
export function PersonDetails({ username }: { username: string }) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const person = useQuery({
    queryKey: [...useGroupsKey(), 'person', username],
    queryFn: ({ signal }) => loadPerson(connection, username, signal),
  });
  const { description, tags = [], fullName } = person.data ?? {};
  return (
    <Box sx={{ display: 'grid', gap: 1, pb: 1.5 }}>
      {person.isPending && <Skeleton variant="rounded" height={32} aria-label={t('app.loading')} />}
      {person.error && (
        <Typography role="alert" color="error">
          {errorText(t, person.error)}
        </Typography>
      )}
      {description && (
        <Typography color="textSecondary" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {description}
        </Typography>
      )}
      {tags.length > 0 && (
        <Box
          component="ul"
          aria-label={t('profile.tags')}
          sx={{ m: 0, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 0.5 }}
        >
          {tags.map((tag) => (
            <li key={tag}>
              <Chip size="small" label={<bdi>{tag}</bdi>} />
            </li>
          ))}
        </Box>
      )}
      {person.data && !description && tags.length === 0 && (
        <Typography color="textSecondary">
          {t('groups.person.nothing', { name: fullName || username })}
        </Typography>
      )}
    </Box>
  );
}
