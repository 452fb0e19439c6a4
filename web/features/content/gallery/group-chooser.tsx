import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { useFullNames } from '../../../context/use-full-names.ts';
import { byTitle, featuredGroups, loadGroup, searchGroups, groupPeople } from '../../../portal/groups.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { searchText } from '../../../../wire/search-text.ts';
import { errorText, useFormats, useLanguage } from '../../../i18n/index.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { OptionGroup } from '../../../ui/option-group.tsx';

/** Number of listed names; the others are only counted. */
const max = 8;

/** Number of own groups offered before a search, which finds the others. */
const ownOffered = 50;

/** The members of a group, as far as the portal returns them: the owner first, then the managers. */
function GroupPeople({ groupId }: { groupId: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { language } = useLanguage();
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const people = useQuery({
    queryKey: personKeys(connection, who).groups.people(groupId),
    queryFn: ({ signal }) => groupPeople(connection, groupId, signal),
    enabled: known,
  });
  const { owner = '', admins = [], users = [] } = people.data ?? {};
  const others = [...new Set([...admins, ...users])].filter((name) => name !== owner);
  const listed = others.slice(0, max - 1);
  const fullName = useFullNames(people.data ? [owner, ...listed] : []);
  // Some portals do not return it to every user; the group is usable anyway.
  if (!people.data) return null;
  const named = [t('gallery.group.owner', { name: fullName(owner) }), ...listed.map(fullName)];
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

type OfferedGroup = Pick<PortalGroup, 'id' | 'title' | 'owner' | 'snippet'> & {
  of: 'featured' | 'mine' | 'found';
};

/** Selects a group: the user's own, a featured one, or any found by name, sorted by title. */
export function GroupChooser({
  groupId,
  onChoose,
}: {
  groupId: string;
  onChoose: (groupId: string) => void;
}) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { user } = useIdentity();
  const [typed, setTyped] = useState('');
  const { groups, chosen, error, lost, isFetching } = useGroups(groupId, useDeferredValue(typed));
  const fullName = useFullNames(chosen && !chosen.snippet ? [chosen.owner] : []);
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Autocomplete
        size="small"
        autoHighlight
        openOnFocus={groupId === ''}
        loading={isFetching}
        loadingText={t('app.loading')}
        noOptionsText={error ? errorText(t, error) : t('gallery.group.none')}
        options={groups}
        // The portal has already searched for the text; it knows word forms and accents.
        filterOptions={(options) => options}
        value={chosen ?? null}
        getOptionLabel={({ title }) => title}
        getOptionKey={({ of, id }) => `${of}/${id}`}
        isOptionEqualToValue={(one, other) => one.id === other.id}
        groupBy={({ of }) => t(`gallery.group.${of}`)}
        renderGroup={({ key, group, children }) => (
          <OptionGroup key={key} group={group}>
            {children}
          </OptionGroup>
        )}
        onInputChange={(_event, text, reason) => setTyped(reason === 'input' ? text : '')}
        onChange={(_event, group) => onChoose(group?.id ?? '')}
        sx={{ maxWidth: 480 }}
        renderInput={(field) => (
          <TextField
            {...field}
            label={t('gallery.group')}
            placeholder={t('gallery.group.search')}
            {...(lost && { error: true, helperText: errorText(t, lost) })}
          />
        )}
      />
      {chosen && (
        <Typography color="textSecondary" dir="auto" sx={{ maxWidth: 720, overflowWrap: 'anywhere' }}>
          {chosen.snippet || t('map.by', { owner: fullName(chosen.owner) })}
        </Typography>
      )}
      {chosen && <GroupPeople groupId={chosen.id} />}
      {chosen && user && (
        <Link
          component={RouterLink}
          to={`/${org}/groups?group=${chosen.id}`}
          sx={{ justifySelf: 'start', py: 1 }}
        >
          {t('groups.show')}
        </Link>
      )}
    </Box>
  );
}

function useGroups(groupId: string, typed: string) {
  const { connection } = useConfiguration();
  const { portal, user } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const q = searchText(typed);
  const keys = personKeys(connection, who).groups;
  const found = useQuery({
    queryKey: keys.found(q),
    queryFn: ({ signal }) =>
      q ? searchGroups(connection, q, signal) : portal ? featuredGroups(connection, portal, signal) : [],
    enabled: known && portal !== undefined,
    placeholderData: keepPreviousData,
  });
  const one = useQuery({
    queryKey: keys.one(groupId),
    queryFn: ({ signal }) => loadGroup(connection, groupId, signal),
    enabled: known && groupId !== '',
  });
  const offer = (groups: readonly PortalGroup[], of: OfferedGroup['of']) =>
    groups.map(({ id, title, owner }): OfferedGroup => ({ id, title, owner, of }));
  const results = offer(found.data ?? [], q ? 'found' : 'featured');
  const mine = offer(byTitle(user?.groups ?? []), 'mine');
  const own = q ? [] : mine.slice(0, ownOffered);
  const groups = [...own, ...results.filter(({ id }) => own.every((mine) => mine.id !== id))];
  const chosen: OfferedGroup | undefined = one.data && { ...one.data, of: 'found' };
  return { groups, chosen, error: found.error, lost: one.error, isFetching: found.isFetching };
}
