import Alert from '@mui/material/Alert';
import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { translationsOfItem } from '../../../../wire/item-translations.ts';
import { type MapAudience, withAudience } from '../../../../wire/map-audience.ts';
import { withTitles } from '../../../../wire/map-translations.ts';
import type { CreatedSharedMap, SharedMapAccess } from '../../../../wire/shared-map.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { createSharedMap } from '../../../api/maps.ts';
import { useAudience } from '../../../context/audience.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { OpenMapContext } from '../../../context/open-map.ts';
import { useMapWork } from '../../../map/document/map-work.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { AudienceRow } from './audience-row.tsx';

/** Groups that a link may name. */
const maxGroups = 20;

/** Expiry options in days; 0: never expires. */
const days = [0, 1, 7, 30, 365];

interface ExpiryFieldProps {
  value: number;
  onChange: (days: number) => void;
}

/** The expiry of a shared map. */
function ExpiryField({ value, onChange }: ExpiryFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={t('sharing.expiry')}
      value={value}
      onChange={(event) => onChange(Number(event.target.value))}
    >
      {days.map((count) => (
        <MenuItem key={count} value={count}>
          {count === 0 ? t('sharing.expiry.never') : t('sharing.expiry.days', { count })}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** Shares the open map: title, access, and expiry. */
export function ShareForm({ onCreated }: { onCreated: (created: CreatedSharedMap) => void }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const model = useMapModel();
  const work = useMapWork();
  const saved = useContext(OpenMapContext)?.item;
  // The flat form of a web scene has no item of its own, and no title.
  const item = saved ?? work?.source.scene?.item;
  const queries = useQueryClient();
  const shown = useMapState((state) => state.title);
  const [typed, setTyped] = useState<string>();
  const { user } = useIdentity();
  const [access, setAccess] = useState<SharedMapAccess>('public');
  const [groups, setGroups] = useState<readonly PortalGroup[]>([]);
  const [expiresInDays, setExpiry] = useState(0);
  const { own, mayChange } = useAudience();
  // Until it is chosen for this link, the audience of the map.
  const [chosen, setChosen] = useState<{ audience: MapAudience | undefined }>();
  const audience = chosen ? chosen.audience : own;
  const title = typed ?? (shown || item?.title || t('viewer.newMap'));
  const needsGroup = access === 'groups' && groups.length === 0;
  const share = useMutation({
    mutationFn: async () => {
      if (!work) throw new Error('The map is not open yet.');
      const place = model?.state.get().place;
      const document = withAudience((await work.read()) as Record<string, unknown>, audience);
      const own = title.trim();
      // Another title than the map's has no translations.
      const translations = own === item?.title ? translationsOfItem(item.properties) : {};
      return createSharedMap(org, {
        title: own,
        webMap: withTitles(document, own, translations),
        access,
        ...(access === 'groups' && { groups: groups.map(({ id }) => id) }),
        ...(place && {
          viewpoint: {
            latitude: place.lat,
            longitude: place.lng,
            zoom: place.zoom,
            rotation: place.rotation,
          },
        }),
        ...(expiresInDays > 0 && { expiresInDays }),
      });
    },
    onSuccess: (created) => {
      onCreated(created);
      const { sharedMaps, allSharedMaps } = apiKeys(org);
      for (const queryKey of [sharedMaps, allSharedMaps]) void queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() && !needsGroup) share.mutate();
      }}
      sx={{ display: 'grid', gap: 2 }}
    >
      <TextField
        size="small"
        required
        label={t('sharing.title')}
        value={title}
        error={title.trim() === ''}
        helperText={t('sharing.snapshot')}
        slotProps={{ htmlInput: { dir: 'auto', maxLength: 250 } }}
        onChange={(event) => setTyped(event.target.value)}
      />
      <TextField
        select
        size="small"
        label={t('sharing.access')}
        value={access}
        onChange={(event) => setAccess(event.target.value as SharedMapAccess)}
      >
        <MenuItem value="public">{t('sharing.access.public')}</MenuItem>
        <MenuItem value="members">{t('sharing.access.members')}</MenuItem>
        {user && user.groups.length > 0 && <MenuItem value="groups">{t('sharing.access.groups')}</MenuItem>}
      </TextField>
      {access === 'groups' && (
        <Autocomplete
          multiple
          disableCloseOnSelect
          size="small"
          options={user?.groups ?? []}
          value={[...groups]}
          onChange={(_event, next) => setGroups(next)}
          getOptionDisabled={({ id }) => groups.length >= maxGroups && groups.every((one) => one.id !== id)}
          getOptionLabel={({ title: name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          renderInput={(input) => <TextField {...input} required label={t('sharing.groups')} />}
        />
      )}
      {mayChange && (
        <AudienceRow
          ofLink
          label={t('audience.ofLink')}
          value={audience}
          onChange={(next) => setChosen({ audience: next })}
        />
      )}
      <ExpiryField value={expiresInDays} onChange={setExpiry} />
      {share.isError && (
        <Alert severity="error">
          <ErrorMessage error={share.error} />
        </Alert>
      )}
      <Button type="submit" variant="contained" disabled={!work || needsGroup} loading={share.isPending}>
        {t('sharing.create')}
      </Button>
    </Box>
  );
}
