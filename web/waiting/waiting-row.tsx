import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../wire/errors.ts';
import { type FeatureJson, fieldDifferences, isShapeChanged } from '../../wire/waiting-changes.ts';
import { useConfiguration } from '../context/application-context.ts';
import { errorText, useFormats, useValueText } from '../i18n/index.ts';
import { copyText } from '../ui/browser.ts';
import { WaitingItem } from '../ui/waiting-item.tsx';
import { isUndecided, overwrite, sendWaiting } from './send-waiting.ts';
import { dropWaiting, type WaitingChange, type WaitingSubject } from './waiting-store.ts';

interface WaitingRowProps {
  change: WaitingChange;
  /** Whether the list is that of its map or item, which is not named in the row. */
  isInPlace?: boolean;
  /** Moves the map to a feature that waits. */
  onShow?: ((id: string) => void) | undefined;
}

/** One change that waits: what and when, its state, and what its author can do. */
export function WaitingRow({ change, isInPlace = false, onShow }: WaitingRowProps) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { org, connection } = useConfiguration();
  const [error, setError] = useState<unknown>();
  const [isUncopied, setIsUncopied] = useState(false);
  const { subject, conflict, failure, at, title } = change;
  const run = (work: () => Promise<unknown>) => () => {
    setError(undefined);
    void work().catch(setError);
  };
  const discard = run(() => dropWaiting(change));
  const copy = run(async () => setIsUncopied(!(await copyText(textOf(subject)))));
  const isLost =
    conflict?.theirs === null && subject.type === 'feature' && subject.before?.geometry === undefined;
  const reason = failure && errorText(t, new MappingError(failure.id, failure.message, failure));
  const status = conflict
    ? t(conflict.theirs ? 'waiting.conflict' : 'waiting.conflict.gone')
    : failure
      ? t(failure.isFinal ? 'waiting.failed' : 'waiting.later', { reason })
      : t('waiting.waits');
  const actions = [
    ...(conflict && !isLost
      ? [{ label: t('waiting.sendMine'), onClick: run(() => overwrite(org, connection, change)) }]
      : []),
    ...(conflict ? [{ label: t('waiting.keepTheirs'), onClick: discard }] : []),
    ...(failure && !conflict
      ? [{ label: t('app.tryAgain'), onClick: run(() => sendWaiting(org, connection, change.id)) }]
      : []),
    ...(subject.type === 'feature' && onShow
      ? [{ label: t('waiting.onMap'), onClick: () => onShow(change.id) }]
      : []),
    ...(subject.type === 'feature' ? [] : [{ label: t('waiting.copy'), onClick: copy }]),
  ];
  const place = isInPlace ? [] : [t(`waiting.${kindOf(subject)}`), title];
  return (
    <WaitingItem
      title={nameOf(subject)}
      detail={[...place, ago(at)].filter(Boolean).join(' · ')}
      status={status}
      severity={isUndecided(change) ? 'warning' : 'info'}
      actions={actions}
      {...(!conflict && {
        discard: {
          label: t('waiting.discard'),
          question: t('waiting.discard.question'),
          keep: t('waiting.discard.keep'),
          onDiscard: discard,
        },
      })}
    >
      {conflict?.theirs && subject.type === 'feature' && (
        <Differences change={subject} theirs={conflict.theirs} />
      )}
      {error !== undefined && <Alert severity="error">{errorText(t, error)}</Alert>}
      {isUncopied && <Alert severity="warning">{t('sharing.copyFailed')}</Alert>}
    </WaitingItem>
  );
}

/** Both values of each field that differs. */
function Differences({
  change,
  theirs,
}: {
  change: Extract<WaitingSubject, { type: 'feature' }>;
  theirs: FeatureJson;
}) {
  const { t } = useTranslation();
  const textOfValue = useValueText();
  const fields = fieldDifferences(change, theirs);
  return (
    <Box component="ul" aria-label={t('waiting.conflict.values')} sx={styles.differences}>
      {fields.map(({ name, field, ...values }) => {
        const written = (value: string | number | null) =>
          textOfValue(field, value) || t('waiting.conflict.empty');
        return (
          <Typography key={name} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <Box component="span" sx={{ display: 'block', fontWeight: 600 }}>
              <bdi>{field.label}</bdi>
            </Box>
            <Box component="span" sx={styles.values}>
              <span>{t('waiting.conflict.theirs', { value: written(values.theirs) })}</span>
              {change.kind !== 'delete' && (
                <span>
                  {values.mine === undefined
                    ? t('waiting.conflict.kept')
                    : t('waiting.conflict.mine', { value: written(values.mine) })}
                </span>
              )}
            </Box>
          </Typography>
        );
      })}
      {isShapeChanged(change, theirs) && (
        <Typography component="li" variant="body2" sx={{ fontWeight: 600 }}>
          {t('waiting.conflict.shape')}
        </Typography>
      )}
    </Box>
  );
}

function kindOf(subject: WaitingSubject) {
  return subject.type === 'feature' ? subject.kind : 'comment';
}

function nameOf(subject: WaitingSubject): string {
  if (subject.type !== 'feature') return textOf(subject);
  return [subject.layerTitle, subject.title].filter(Boolean).join(': ');
}

function textOf(subject: WaitingSubject): string {
  if (subject.type === 'feature') return subject.title;
  return subject.type === 'comment' ? subject.comment.text : subject.text;
}

const styles = {
  differences: { m: 0, my: 1, p: 0, listStyle: 'none', display: 'grid', gap: 1 },
  values: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 2 },
} as const;
