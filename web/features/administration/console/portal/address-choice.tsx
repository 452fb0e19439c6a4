import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../context/application-context.ts';
import type { Draft } from '../settings/use-draft.ts';
import { PortalField } from './portal-field.tsx';

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
