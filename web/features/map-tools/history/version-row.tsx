import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type ItemTranslations, translationsOfItem } from '../../../../wire/item-translations.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useOpenMap } from '../../../context/open-map.ts';
import type { MapChange } from '../../../map/document/changes-between.ts';
import { readLeft, useMapWork, useWorkState } from '../../../map/document/map-work.ts';
import { type MapVersion, readVersionNote, readVersion } from '../../../portal/map-versions.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { addWebMap, shortTitle } from '../../../portal/save-item.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { listsItems, portalKeys } from '../../../portal/query-keys.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { changeText } from './undo-buttons.tsx';

export interface VersionRowProps {
  item: PortalItem;
  version: MapVersion;
  newestId: string;
  oldest: boolean;
}

/** One version: time, author, changes, and two ways to restore it. */
export function VersionRow({ item, version, newestId, oldest }: VersionRowProps) {
  const newest = version.id === newestId;
  const { t } = useTranslation();
  const { ago, earlier } = useFormats();
  const { connection } = useConfiguration();
  const note = useQuery({
    queryKey: portalKeys(connection).mapVersionNote(item.id, version.id),
    queryFn: ({ signal }) => readVersionNote<MapChange>(connection, item.id, version.id, signal),
    // A version never changes.
    staleTime: Infinity,
  });
  const restore = useRestore(item, version, newestId);
  return (
    <ListItem divider sx={{ display: 'grid', gap: 0.5, py: 1.5, alignItems: 'start' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, flex: 1 }} noWrap>
          {ago(version.at)}
          {note.data && ` · ${note.data.author}`}
        </Typography>
        {newest && <Chip size="small" label={t('history.now')} />}
      </Box>
      {note.isError ? (
        <Typography color="error">
          <ErrorMessage error={note.error} />
        </Typography>
      ) : note.data ? (
        <Changes changes={note.data.changes} oldest={oldest} />
      ) : (
        <Skeleton animation={false} width="80%" />
      )}
      {Boolean(restore.error) && (
        <Alert severity="error">
          <ErrorMessage error={restore.error} />
        </Alert>
      )}
      {restore.copy && <CopiedNote id={restore.copy} />}
      {restore.shown && (
        <Alert severity="info">{t('history.restore.why', { when: earlier(version.at) })}</Alert>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, marginInlineStart: '-5px' }}>
        {!newest && (
          <Button size="small" loading={restore.busy === 'here'} onClick={() => void restore.here()}>
            {t('history.restore')}
          </Button>
        )}
        <Button size="small" loading={restore.busy === 'copy'} onClick={() => void restore.asCopy()}>
          {t('history.copy')}
        </Button>
      </Box>
      {restore.asking && (
        <ConfirmDialog
          question={t('history.restore.ask')}
          consequences={t('history.restore.ask.why', { when: earlier(version.at) })}
          confirm={t('history.restore')}
          cancel={t('layers.cancel')}
          isFinal={false}
          onConfirm={() => void restore.here({ confirmed: true })}
          onClose={restore.stopAsking}
        />
      )}
    </ListItem>
  );
}

function Changes({ changes, oldest }: { changes: readonly MapChange[]; oldest: boolean }) {
  const { t } = useTranslation();
  if (changes.length === 0)
    return (
      <Typography color="textSecondary">{oldest ? t('history.begun') : t('history.noChanges')}</Typography>
    );
  return (
    <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5, color: 'text.secondary' }}>
      {changes.map((change, index) => (
        <Typography component="li" key={index} sx={{ overflowWrap: 'anywhere' }}>
          {changeText(t, change)}
        </Typography>
      ))}
    </Box>
  );
}

/** Confirms that a copy was created, with a link to it. */
function CopiedNote({ id }: { id: string }) {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  return (
    <Alert
      severity="success"
      action={
        <Button color="inherit" size="small" component={Link} to={`/${org}/map/wid/${id}`}>
          {t('history.copied.open')}
        </Button>
      }
    >
      {t('history.copied')}
    </Alert>
  );
}

/** Restored documents, with their version and the newest one then: opening one replaces the panel and its state. */
const restored = new WeakMap<object, string>();

/** The two ways to restore a version: in place until it is saved, or as a new map. */
function useRestore(item: PortalItem, version: MapVersion, newestId: string) {
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const { reopen } = useOpenMap();
  const queries = useQueryClient();
  const work = useMapWork();
  const { dirty } = useWorkState(work);
  const [asking, setAsking] = useState(false);
  const { date } = useFormats();
  const [busy, setBusy] = useState<'here' | 'copy'>();
  const [error, setError] = useState<unknown>();
  const [copy, setCopy] = useState('');
  const restoring = `${version.id} ${newestId}`;
  const opened = work?.source.webMap?.data;
  const attempt = async (kind: 'here' | 'copy', action: (document: object) => Promise<void> | void) => {
    setBusy(kind);
    setError(undefined);
    try {
      await action(await readVersion(connection, item.id, version.id));
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    busy,
    error,
    /** Id of the created copy. */
    copy,
    /** Whether the map shows this version, which is not saved yet. */
    shown: dirty && restored.get(opened as object) === restoring,
    /** Whether the user is confirming the loss of unsaved changes. */
    asking,
    stopAsking: () => setAsking(false),
    /** Shows the version in place; unsaved changes require confirmation. */
    async here({ confirmed = false } = {}) {
      if (dirty && !confirmed) return setAsking(true);
      setAsking(false);
      await attempt('here', async (document) => {
        const left = work && (await readLeft(work));
        restored.set(document, restoring);
        reopen({ document }, left);
      });
    },
    asCopy: () =>
      attempt('copy', async (document) => {
        const named = (title: string) => `${shortTitle(title, 200)} (${date(version.at)})`;
        const translations = Object.entries(translationsOfItem(item.properties)).map(([tag, texts]) => [
          tag,
          { ...texts, ...(texts.title && { title: named(texts.title) }) },
        ]);
        const fields = {
          title: named(item.title),
          snippet: item.snippet ?? '',
          tags: item.tags ?? [],
          ...(translations.length > 0 && {
            translations: Object.fromEntries(translations) as ItemTranslations,
          }),
          document,
        };
        setCopy(await addWebMap(connection, user?.username ?? '', '', fields));
        void queries.invalidateQueries({ predicate: listsItems });
      }),
  };
}
