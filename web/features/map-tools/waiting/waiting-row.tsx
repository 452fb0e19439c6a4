import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { type FeatureJson, fieldDifferences, isShapeChanged } from '../../../../wire/waiting-changes.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { isUndecided, overwrite, sendWaiting } from '../../../context/waiting/send-waiting.ts';
import {
  dropWaiting,
  type WaitingChange,
  type WaitingSubject,
} from '../../../context/waiting/waiting-store.ts';
import { errorText, useFormats, useValueText } from '../../../i18n/index.ts';
import { copyText } from '../../../ui/browser.ts';
import { WaitingItem } from '../../../ui/waiting-item.tsx';

interface WaitingRowProps {
  change: WaitingChange;
  /** Moves the map to a feature that waits. */
  onShow: ((id: string) => void) | undefined;
}

/** One change that waits: what and when, its state, and what its author can do. */
export function WaitingRow({ change, onShow }: WaitingRowProps) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { org, connection } = useConfiguration();
  const [error, setError] = useState<unknown>();
  const { subject, conflict, failure, at, title } = change;
  const run = (work: () => Promise<unknown>) => () => {
    setError(undefined);
    void work().catch(setError);
  };
  const discard = run(() => dropWaiting(change));
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
    ...(subject.type === 'feature'
      ? []
      : [{ label: t('waiting.copy'), onClick: run(() => copyText(textOf(subject))) }]),
  ];
  return (
    <WaitingItem
      title={nameOf(subject)}
      detail={[t(`waiting.${kindOf(subject)}`), title, ago(at)].filter(Boolean).join(' · ')}
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
    <Box component="ul" aria-label={t('waiting.conflict.values')} sx={{ m: 0, paddingInlineStart: 2.5 }}>
      {fields.map(({ name, field, ...values }) => {
        const written = (value: string | number | null) =>
          textOfValue(field, value) || t('waiting.conflict.empty');
        return (
          <Typography key={name} component="li" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{field.label}</bdi>
            <Box component="span" sx={{ display: 'block' }}>
              {t('waiting.conflict.theirs', { value: written(values.theirs) })}
            </Box>
            {change.kind !== 'delete' && (
              <Box component="span" sx={{ display: 'block' }}>
                {values.mine === undefined
                  ? t('waiting.conflict.kept')
                  : t('waiting.conflict.mine', { value: written(values.mine) })}
              </Box>
            )}
          </Typography>
        );
      })}
      {isShapeChanged(change, theirs) && (
        <Typography component="li" variant="body2">
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

function textOf(subject: Exclude<WaitingSubject, { type: 'feature' }>): string {
  return subject.type === 'comment' ? subject.comment.text : subject.text;
}
