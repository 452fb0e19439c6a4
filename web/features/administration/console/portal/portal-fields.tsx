import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { GroupChoice } from '../../../../../wire/portal-check.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { faultAt, faultText } from '../field-group.tsx';
import type { Draft } from '../settings/use-draft.ts';

const kinds = ['online', 'enterprise', 'embedded'] as const;
type PortalKind = (typeof kinds)[number];

const examples: Readonly<Record<PortalKind, string>> = {
  online: 'https://your-organisation.maps.arcgis.com',
  enterprise: 'https://gis.example.org/portal',
  embedded: '/portal',
};

function kindAt(url: string): PortalKind | undefined {
  if (url === '') return undefined;
  if (url.startsWith('/') || url.startsWith(`${location.origin}/portal`)) return 'embedded';
  return URL.canParse(url) && /(^|\.)arcgis\.com$/.test(new URL(url).hostname) ? 'online' : 'enterprise';
}

/** Which portal, and its address. */
export function AddressChoice({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const { url } = draft.config.portal;
  const [chosen, setChosen] = useState<PortalKind>('online');
  const kind = kindAt(url) ?? chosen;
  const choose = (next: PortalKind) => {
    setChosen(next);
    const saved = draft.opened.config.portal.url;
    if (kindAt(saved) === next) draft.set('portal.url', saved);
    else draft.set('portal.url', next === 'embedded' ? `/portal/${org}` : '');
  };
  return (
    <>
      <RadioGroup
        row
        aria-label={t('administration.portal.kind')}
        value={kind}
        onChange={(_event, next) => choose(next as PortalKind)}
      >
        {kinds.map((each) => (
          <FormControlLabel
            key={each}
            value={each}
            control={<Radio />}
            label={t(`administration.portal.kind.${each}`)}
          />
        ))}
      </RadioGroup>
      <PortalField draft={draft} name="url" placeholder={examples[kind]} />
    </>
  );
}

interface PortalFieldProps {
  draft: Draft;
  name: 'url' | 'appId' | 'organisationId';
  placeholder?: string;
}

/** A text of the portal settings, with its name, help and fault. */
export function PortalField({ draft, name, placeholder = '' }: PortalFieldProps) {
  const { t } = useTranslation();
  const fault = faultAt(draft.faults, `portal.${name}`);
  return (
    <TextField
      fullWidth
      label={t(`administration.field.portal.${name}`)}
      helperText={fault ? faultText(t, fault, 'text', 200) : t(`administration.help.portal.${name}`)}
      error={fault !== undefined}
      placeholder={placeholder}
      value={draft.config.portal[name]}
      onChange={({ target }) => draft.set(`portal.${name}`, target.value.trim())}
      slotProps={{
        htmlInput: {
          dir: 'ltr',
          spellCheck: false,
          autoComplete: 'off',
          ...(name === 'url' && { inputMode: 'url' }),
        },
      }}
    />
  );
}

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
      filterOptions={createFilterOptions({
        limit: 50,
        stringify: (option) => groups.find((group) => group.id === option)?.title ?? option,
      })}
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
