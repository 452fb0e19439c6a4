import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Pending from '@mui/icons-material/PendingOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemIcon from '@mui/material/ListItemIcon';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { Children, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorMessage, WithServerWords } from '../../../i18n/error-message.tsx';
import { useFormats, useItemTexts, valuesOf } from '../../../i18n/index.ts';
import type { CopiedItem, Party } from '../../../portal/copy/report.ts';
import type { PlannedCopy } from '../../../portal/copy/plan.ts';
import { sizes } from '../../../ui/sizes.ts';

export interface CopyReportProps {
  plan: readonly PlannedCopy[];
  report: readonly CopiedItem[];
  ended: 'whole' | 'stopped' | 'signed-out';
  target: Party;
  onContinue: () => void;
}

/** Lists what was copied and what was not, with reasons, and offers to continue. */
export function CopyReport({ plan, report, ended, target, onContinue }: CopyReportProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { titleOf } = useItemTexts();
  const outcomes = new Map(report.map((each) => [each.sourceId, each]));
  const copied = report.filter(({ targetId }) => targetId !== undefined).length;
  const whole = copied === plan.length;
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="h2">{t('copy.report')}</Typography>
      <Alert severity={whole ? 'success' : 'warning'}>
        {t('copy.done', { number: number(copied), of: number(plan.length) })}
        {ended === 'signed-out' && <div>{t('copy.ended')}</div>}
        {ended === 'stopped' && <div>{t('copy.stopped')}</div>}
      </Alert>
      <List disablePadding aria-label={t('copy.report')}>
        {plan.map(({ item }) => (
          <ReportRow key={item.id} title={titleOf(item)} outcome={outcomes.get(item.id)} target={target} />
        ))}
      </List>
      {!whole && (
        <Box>
          <Button variant="contained" onClick={onContinue} sx={{ minHeight: sizes.touch }}>
            {t(ended === 'signed-out' ? 'copy.signInAgain' : 'copy.continue')}
          </Button>
        </Box>
      )}
    </Box>
  );
}

interface ReportRowProps {
  title: string;
  /** Undefined: the copy did not get to it. */
  outcome: CopiedItem | undefined;
  target: Party;
}

function ReportRow({ title, outcome, target }: ReportRowProps) {
  const { t } = useTranslation();
  const lines = outcome ? linesOf(outcome) : [t('copy.report.waiting')];
  const { targetId } = outcome ?? {};
  function linesOf({ error, notes }: CopiedItem): ReactNode[] {
    if (error !== undefined)
      return [
        <ErrorMessage
          key="failed"
          short
          error={error}
          within={(reason) => t('copy.report.failed', { reason })}
        />,
      ];
    if (notes.length === 0) return [t('copy.report.whole')];
    return notes.map(({ code, values }) => (
      <WithServerWords
        key={`${code} ${values['layer'] ?? ''}`}
        text={t(`copy.note.${code}`, valuesOf(values))}
        words={values['reason']?.toString()}
      />
    ));
  }
  const blocks = Children.map(lines, (line) => <div>{line}</div>);
  return (
    <ListItem disableGutters alignItems="flex-start">
      <ListItemIcon sx={{ minWidth: 40 }}>
        {!outcome ? (
          <Pending color="action" />
        ) : targetId === undefined ? (
          <ErrorOutline color="error" />
        ) : (
          <CheckCircle color="success" />
        )}
      </ListItemIcon>
      <ListItemText
        sx={{ overflowWrap: 'anywhere' }}
        slotProps={{ secondary: { component: 'div' } }}
        primary={
          // Embedded portals have no pages of items.
          targetId === undefined || target.portal.createsLayers ? (
            <bdi>{title}</bdi>
          ) : (
            <Link href={`${target.url}/home/item.html?id=${targetId}`} target="_blank" rel="noreferrer">
              <bdi>{title}</bdi>
            </Link>
          )
        }
        secondary={blocks}
      />
    </ListItem>
  );
}
