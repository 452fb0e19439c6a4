import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { groupPeople } from '../../portal/groups.ts';
import { useFormats, useLanguage } from '../languages/index.ts';

/** Names that are listed; of the others only the number is. */
const most = 8;

/** Who is in a group, as far as the portal says: its owner first, then who runs it. */
export function GroupPeople({ groupId }: { groupId: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { language } = useLanguage();
  const { connection } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  const people = useQuery({
    queryKey: ['portal', connection.restUrl, who, 'groups', 'people', groupId],
    queryFn: ({ signal }) => groupPeople(connection, groupId, signal),
    enabled: known,
  });
  // Some portals do not say it to everybody; the group can be used all the same.
  if (!people.data) return null;
  const { owner, admins, users } = people.data;
  const others = [...new Set([...admins, ...users])].filter((name) => name !== owner);
  const named = [t('gallery.group.owner', { name: owner }), ...others.slice(0, most - 1)];
  const more = others.length - named.length + 1;
  if (more > 0) named.push(t('gallery.group.more', { number: number(more) }));
  return (
    <Typography color="textSecondary" variant="body2" sx={{ maxWidth: 720, overflowWrap: 'anywhere' }}>
      {t('gallery.group.people', {
        people: new Intl.ListFormat(language, { type: 'conjunction' }).format(named),
      })}
    </Typography>
  );
}
