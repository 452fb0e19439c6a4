import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { type GroupDialogType, GroupsList } from './groups/groups-list.tsx';
import { PartnersList } from './partners/partners-list.tsx';
import { PeopleList } from './people-list.tsx';

const views = ['people', 'groups', 'partners'] as const;

/**
 * The users and groups of the organisation's portal; on the embedded one also its partner organisations. Shows what the
 * portal does not let this administrator do, with a link to the portal.
 */
export function PeoplePage({ GroupDialog }: { GroupDialog: GroupDialogType }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const [view, setView] = useState<(typeof views)[number]>('people');
  if (!user?.privileges.includes('portal:admin:viewUsers')) {
    return (
      <StateMessage
        icon={<Lock />}
        title={t('people.forbidden')}
        detail={t('people.forbidden.why')}
        action={
          // The embedded portal has no pages besides these.
          !portal?.accountLinks && (
            <Button href={`${connection.url}/home/organization.html`} target="_blank" rel="noopener">
              {t('people.openPortal')}
            </Button>
          )
        }
      />
    );
  }
  const partners = portal?.partnerships && user.privileges.includes('portal:admin:manageCollaborations');
  const offered = views.filter((each) => each !== 'partners' || partners);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ToggleButtonGroup
        exclusive
        value={view}
        onChange={(_event, next: (typeof views)[number] | null) => next && setView(next)}
        aria-label={t('administration.page.people')}
        sx={{ justifySelf: 'start' }}
      >
        {offered.map((each) => (
          <ToggleButton
            key={each}
            value={each}
            sx={{ textTransform: 'none', minHeight: sizes.touch, px: 2.5 }}
          >
            {t(`people.view.${each}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {view === 'people' && <PeopleList />}
      {view === 'groups' && <GroupsList GroupDialog={GroupDialog} />}
      {view === 'partners' && <PartnersList />}
    </Box>
  );
}
