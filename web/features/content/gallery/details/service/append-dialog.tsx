import UploadFile from '@mui/icons-material/UploadFileOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import type { TFunction } from 'i18next';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AppendReport } from '../../../../../../wire/append.ts';
import { withoutFinalSlash } from '../../../../../../wire/trim-end.ts';
import { useIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { isMessageKey, useFormats, valuesOf } from '../../../../../i18n/index.ts';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import {
  type FieldMatch,
  isOutcomeUnknown,
  keyFields,
  matchLayer,
} from '../../../../../portal/uploads/append-file.ts';
import { acceptedFiles } from '../../../../../portal/uploads/file-type.ts';
import { type PublishingProgress, uploadFaultOf } from '../../../../../portal/uploads/publish-file.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { useItemChanged } from '../use-item-changed.ts';
import { type AppendState, useAppend } from './use-append.ts';

interface AppendDialogProps {
  itemId: string;
  /** Of the service. */
  url: string;
  layer: HostedLayer;
  /** Rows of the layer. */
  count: number;
  /** Replaces all rows instead of adding some. */
  replace: boolean;
  onClose: () => void;
}

/** Adds the rows of a file to a layer, or replaces all of its rows, after a preview of the matching fields. */
export function AppendDialog({ itemId, url, layer, count, replace, onClose }: AppendDialogProps) {
  const { t } = useTranslation();
  const changed = useItemChanged(itemId, 'service');
  const layerUrl = `${withoutFinalSlash(url)}/${layer.id}`;
  const { state, choose, append, restart } = useAppend(layerUrl, () => void changed());
  const title = useId();
  const about = { layer, count, replace };
  const isBusy = state.step === 'reading' || state.step === 'running';
  return (
    <Dialog open maxWidth="sm" fullWidth onClose={() => !isBusy && onClose()} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {t(replace ? 'gallery.append.replace.of' : 'gallery.append.of', { layer: layer.name })}
      </DialogTitle>
      {state.step === 'preview' ? (
        <Preview
          {...about}
          state={state}
          onRestart={() => void restart()}
          onClose={onClose}
          onAppend={append}
        />
      ) : (
        <>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            {state.step === 'choose' && <ChooseFile replace={replace} onFile={(file) => void choose(file)} />}
            {state.step === 'reading' && (
              <Progress text={t('gallery.append.reading', { name: state.name })} share={state.share} />
            )}
            {state.step === 'running' && <Running progress={state.progress} />}
            {state.step === 'done' && <Report report={state.report} />}
            {state.step === 'failed' && <Failure error={state.error} />}
          </DialogContent>
          <DialogActions>
            {state.step === 'failed' && (
              <Button onClick={() => void restart()}>{t('gallery.append.other')}</Button>
            )}
            <Button onClick={onClose}>
              {t(
                state.step === 'done' || state.step === 'failed'
                  ? 'gallery.download.close'
                  : 'gallery.fields.cancel',
              )}
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  );
}

function ChooseFile({ replace, onFile }: { replace: boolean; onFile: (file: File) => void }) {
  const { t } = useTranslation();
  const { portal } = useIdentity();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <DialogContentText>
        {t(replace ? 'gallery.append.replace.how' : 'gallery.append.how')}
      </DialogContentText>
      <Button
        variant="contained"
        startIcon={<UploadFile />}
        onClick={() => input.current?.click()}
        sx={{ justifySelf: 'start' }}
      >
        {t('upload.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={acceptedFiles(portal)}
        aria-label={t('upload.choose')}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
        }}
      />
      <Typography variant="body2" color="textSecondary">
        {t('upload.formats')}
      </Typography>
    </>
  );
}

interface PreviewProps extends Pick<AppendDialogProps, 'layer' | 'count' | 'replace' | 'onClose'> {
  state: Extract<AppendState, { step: 'preview' }>;
  onRestart: () => void;
  onAppend: (itemId: string, wanted: { replace: boolean; matching: string | undefined }) => Promise<void>;
}

/** The number of rows to add or replace, and the fields that have values. */
function Preview({ layer, count, replace, state, onRestart, onAppend, onClose }: PreviewProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [matching, setMatching] = useState('');
  const { preview, itemId, name } = state;
  const [source, other] = preview.layers;
  const match = source && matchLayer(layer, source, preview);
  const refusal = refusalOf(t, { match, replace, several: other !== undefined });
  const keys = match && !replace ? keyFields(layer, match) : [];
  const found = source?.featureCount ?? 0;
  const counted = { count: found, number: number(found), name };
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {t(preview.complete ? 'gallery.append.found' : 'gallery.append.foundAtLeast', counted)}
        </Typography>
        {refusal && <Alert severity="error">{refusal}</Alert>}
        {!refusal && replace && (
          <Alert severity="warning">
            {t('gallery.append.replace.warning', { count, number: number(count) })}
          </Alert>
        )}
        {match && <Matches match={match} />}
        {!refusal && keys.length > 0 && (
          <Choice
            label={t('gallery.append.existing')}
            value={matching}
            width={320}
            options={[
              ['', t('gallery.append.existing.add')],
              ...keys.map(
                (key) =>
                  [key.name, t('gallery.append.existing.update', { field: key.alias || key.name })] as const,
              ),
            ]}
            onChoose={setMatching}
          />
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button onClick={onRestart}>{t('gallery.append.other')}</Button>
        <Button onClick={onClose}>{t('gallery.fields.cancel')}</Button>
        <Button
          variant="contained"
          color={replace ? 'error' : 'primary'}
          disabled={refusal !== undefined}
          onClick={() => void onAppend(itemId, { replace, matching: matching || undefined })}
        >
          {t(replace ? 'gallery.append.replace.do' : 'gallery.append.do')}
        </Button>
      </DialogActions>
    </>
  );
}

interface Fit {
  match: FieldMatch | undefined;
  replace: boolean;
  /** Whether the file has several layers. */
  several: boolean;
}

/** Why a file cannot be appended; undefined when it can. */
function refusalOf(t: TFunction, { match, replace, several }: Fit): string | undefined {
  if (!match) return t('gallery.append.refused.empty');
  if (several) return t('gallery.append.refused.several');
  if (!match.isSameGeometry) return t('gallery.append.refused.geometry');
  if (match.matched.length === 0 && match.empty.length > 0) return t('gallery.append.refused.fields');
  const missing = match.empty.map(({ name, alias }) => alias || name).join(', ');
  return replace && missing !== '' ? t('gallery.append.refused.missing', { fields: missing }) : undefined;
}

function Matches({ match: { matched, empty, unused } }: { match: FieldMatch }) {
  const { t } = useTranslation();
  const lines = [
    ['gallery.append.matched', matched.map(({ field }) => field.alias || field.name)],
    ['gallery.append.empty', empty.map(({ name, alias }) => alias || name)],
    ['gallery.append.unused', unused],
  ] as const;
  return (
    <Box component="dl" sx={{ display: 'grid', gap: 1, margin: 0 }}>
      {lines.map(
        ([label, names]) =>
          names.length > 0 && (
            <div key={label}>
              <Typography component="dt" variant="body2" color="textSecondary">
                {t(label)}
              </Typography>
              <Box component="dd" sx={{ margin: 0, overflowWrap: 'anywhere' }}>
                <bdi>{names.join(', ')}</bdi>
              </Box>
            </div>
          ),
      )}
    </Box>
  );
}

function Running({ progress }: { progress: PublishingProgress | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const count = progress?.featureCount ?? 0;
  const text =
    progress === undefined || progress.stage === 'waiting'
      ? t('gallery.download.waiting')
      : t('gallery.append.rows', { count, number: number(count) });
  return <Progress text={text} share={progress?.share ?? 0} />;
}

function Progress({ text, share }: { text: string; share: number }) {
  const { t } = useTranslation();
  return (
    <Box component="output" sx={{ display: 'grid', gap: 1, overflowWrap: 'anywhere' }}>
      <LinearProgress
        aria-label={t('gallery.append.progress')}
        {...(share > 0 ? { variant: 'determinate', value: share * 100 } : {})}
      />
      <span>{text}</span>
    </Box>
  );
}

function Report({ report: { added, updated, deleted } }: { report: AppendReport }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const parts = [
    t('gallery.append.added', { count: added, number: number(added) }),
    ...(updated > 0 ? [t('gallery.append.updated', { count: updated, number: number(updated) })] : []),
    ...(deleted > 0 ? [t('gallery.append.deleted', { count: deleted, number: number(deleted) })] : []),
  ];
  return <Alert severity="success">{parts.join(' ')}</Alert>;
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const fault = uploadFaultOf(error);
  const keys = [
    `upload.fault.${fault?.code}`,
    `gallery.append.refused.${fault?.code?.replace(/^append-/, '')}`,
  ];
  const key = keys.find(isMessageKey);
  const text =
    fault && key ? t(key as 'gallery.append.failed', valuesOf(fault.values ?? {})) : fault?.message;
  // The path of a file that does not fit is the name of a parameter.
  const { file, line, feature } = (!fault?.code?.startsWith('append-') && fault?.place) || {};
  const place = [
    file,
    line === undefined ? undefined : t('upload.line', { line: number(line) }),
    feature === undefined ? undefined : t('upload.feature', { feature: number(feature) }),
  ].filter((part) => part !== undefined);
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Alert severity={isUnknown ? 'warning' : 'error'} sx={{ overflowWrap: 'anywhere' }}>
      <AlertTitle>{t(isUnknown ? 'error.unknown' : 'gallery.append.failed')}</AlertTitle>
      {place.length > 0 && `${place.join(' · ')}: `}
      {text ?? <ErrorMessage error={error} />}
    </Alert>
  );
}
