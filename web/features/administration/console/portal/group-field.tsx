import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import type { GroupChoice } from '../../../../../wire/portal-check.ts';
import { faultAt, faultText } from '../settings/field-props.ts';
import type { Draft } from '../settings/use-draft.ts';

/** The administrators' group: one of the user's own groups, or the id of another. */
export function GroupField({ draft, groups }: { draft: Draft; groups: readonly GroupChoice[] }) {
  const { t } = useTranslation();
  const id = draft.config.portal.adminGroupId;
  const fault = faultAt(draft.faults, 'portal.adminGroupId');
  const title = groups.find((group) => group.id === id)?.title;
  const help = fault ? faultText(t, fault, 'text', 100) : t('administration.help.portal.adminGroupId');
  return (
    <Autocomplete
      freeSolo
      options={groups.map((group) => group.id)}
      getOptionLabel={(option) => groups.find((group) => group.id === option)?.title ?? option}
      value={id}
      inputValue={title ?? id}
      onChange={(_event, next) => draft.set('portal.adminGroupId', next ?? '')}
      onInputChange={(_event, text, reason) => {
        if (reason === 'input') draft.set('portal.adminGroupId', text.trim());
        if (reason === 'clear') draft.set('portal.adminGroupId', '');
      }}
      filterOptions={(options) => options}
      renderInput={(input) => (
        <TextField
          {...input}
          label={t('administration.field.portal.adminGroupId')}
          helperText={title === undefined ? help : `${help} ${t('administration.portal.group', { id })}`}
          error={fault !== undefined}
        />
      )}
    />
  );
}
