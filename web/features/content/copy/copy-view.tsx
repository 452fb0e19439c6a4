import Button from '@mui/material/Button';
import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useNewestSearchParams } from '../../../context/search-params.ts';
import { usePageName } from '../../../context/page-frame.ts';
import type { Party } from '../../../portal/copy/report.ts';
import { Page } from '../../../ui/page.tsx';
import { CopySteps } from './copy-steps.tsx';
import { PickItems } from './pick-items.tsx';
import { PortalForm } from './portal-form.tsx';
import type { OtherPortal } from './use-other-portal.ts';

/**
 * Copies items between the organisation's portal and another one, as the person who is signed in to both. The
 * URL holds what was chosen, so that the page can be reloaded: `items` of this portal are copied there;
 * without them, items there are chosen and copied here.
 */
export function CopyView() {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { user, portal, signIn, isAuthorizing } = useIdentity();
  const [search, setSearch] = useNewestSearchParams();
  const [other, setOther] = useState<Party>();
  const [picked, setPicked] = useState<readonly string[]>();
  const chosen = (search.get('items') ?? '').split(',').filter((id) => /^[0-9a-f]{32}$/i.test(id));
  const inward = chosen.length === 0;
  const storeInAddress = ({ place, appId }: OtherPortal) => {
    setSearch(
      (newest) => {
        newest.set('portal', place);
        newest.set('app', appId);
        return newest;
      },
      { replace: true },
    );
  };
  const own: Party | undefined =
    user && portal
      ? { url: connection.url, restUrl: connection.restUrl, session: connection.session, portal, user }
      : undefined;
  const name = t(inward ? 'copy.title.in' : 'copy.title.out');
  usePageName(name);
  const title = <Typography variant="h1">{name}</Typography>;
  if (!own) {
    return (
      <Page>
        {title}
        {!isAuthorizing && !user && (
          <Alert
            severity="info"
            action={<Button onClick={() => void signIn()}>{t('session.signIn')}</Button>}
          >
            {t('content.signIn')}
          </Alert>
        )}
      </Page>
    );
  }
  const ids = inward ? picked : chosen;
  return (
    <Page>
      <div>
        {title}
        <Button component={Link} to={`/${org}/content`} sx={{ ml: -1 }}>
          {t('copy.content')}
        </Button>
      </div>
      {other ? (
        <>
          <Alert severity="success" role="note">
            {t('copy.signedIn', { portal: other.portal.name || other.url, user: other.user.fullName })}
          </Alert>
          {ids ? (
            <CopySteps
              source={inward ? other : own}
              target={inward ? own : other}
              ids={ids}
              onEnded={() => setOther(undefined)}
            />
          ) : (
            <PickItems source={other} onPick={setPicked} />
          )}
        </>
      ) : (
        <PortalForm
          given={{ place: search.get('portal') ?? '', appId: search.get('app') ?? '' }}
          onChange={storeInAddress}
          onSignedIn={setOther}
        />
      )}
    </Page>
  );
}
