import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { listMentions, markMentionRead } from '../../../api/map-comments.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useStanding } from '../../../context/use-standing.ts';
import { shortTitle } from '../../../portal/save-item.ts';
import { useComments } from './comments-context.tsx';

/** Polling interval of mentions in milliseconds, while the page is visible. */
const interval = 60_000;

/** Characters of a comment that a notice shows. */
const mostCharacters = 80;

/** Notifies members of the newest comment that mentions them, with a way to it. */
export function MentionNotice() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org } = useConfiguration();
  const { user } = useIdentity();
  const standing = useStanding();
  const client = useQueryClient();
  const queryKey = apiKeys(org).mentions(user?.username ?? '');
  const { data = [] } = useQuery({
    queryKey,
    queryFn: ({ signal }) => listMentions(org, signal),
    enabled: standing === 'member',
    refetchInterval: interval,
    retry: false,
  });
  const opened = useComments()?.opened;
  const [mention] = data;
  const read = async (id: string) => {
    await markMentionRead(org, id).catch(() => {});
    await client.invalidateQueries({ queryKey });
  };
  const readOpened = useEffectEvent(read);
  const seen = data.find(({ thread }) => thread === opened)?.id;
  useEffect(() => {
    if (seen) void readOpened(seen);
  }, [seen]);
  if (!mention || seen) return null;
  const show = () => {
    void read(mention.id);
    void navigate(`/${org}/map/wid/${mention.wid}#tool=comments&comment=${mention.thread}`);
  };
  return (
    <Snackbar
      open
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      message={
        <>
          {t('comments.mentioned', { name: mention.author })}
          <Box dir="auto">{shortTitle(mention.text, mostCharacters)}</Box>
        </>
      }
      action={
        <>
          <Button size="small" color="inherit" onClick={show}>
            {t('comments.show')}
          </Button>
          <Button size="small" color="inherit" onClick={() => void read(mention.id)}>
            {t('comments.dismiss')}
          </Button>
        </>
      }
    />
  );
}
