import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { usePageName } from '../../../context/page-frame.ts';
import { useFormats } from '../../../i18n/index.ts';
import { Page } from '../../../ui/page.tsx';
import { type Checked, conformanceOf, type Evidence, evidenceOf, limits } from './conformance.ts';
import { chapters } from './chapters.ts';
import { clauseOf, criteria } from './criteria.ts';

/** What of WCAG 2.2 and EN 301 549 is checked, and how; known limits; how to report a barrier. */
export function AccessibilityStatement() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { config } = useConfiguration();
  usePageName(t('accessibility.title'));
  const count = (...kinds: Evidence[]) =>
    number(criteria.filter((criterion) => kinds.includes(evidenceOf(criterion))).length);
  return (
    <Page>
      <Box sx={{ maxWidth: 860, display: 'grid', gap: 3 }}>
        <Typography variant="h1">{t('accessibility.title')}</Typography>
        <Typography>{t('accessibility.scope', { title: config.title || t('app.name') })}</Typography>
        <Part title={t('accessibility.status')}>
          <Typography>
            {t('accessibility.partly', {
              checked: count('both', 'tests', 'automatic'),
              absent: count('absent'),
              unchecked: count('none'),
              total: number(criteria.length),
            })}
          </Typography>
        </Part>
        <Part title={t('accessibility.limits')}>
          <Box component="ul" sx={{ m: 0, paddingInlineStart: 3, display: 'grid', gap: 1 }}>
            {limits.map((limit) => (
              <Typography component="li" key={limit}>
                {t(`accessibility.limit.${limit}`)}
              </Typography>
            ))}
          </Box>
        </Part>
        <Part title={t('accessibility.report')}>
          <Typography>{t('accessibility.report.how')}</Typography>
        </Part>
        <Part title={t('accessibility.method')}>
          <Typography>{t('accessibility.method.text')}</Typography>
        </Part>
        <Part title={t('accessibility.criteria')}>
          <Criteria />
        </Part>
      </Box>
    </Page>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography id={heading} variant="h2">
        {title}
      </Typography>
      {children}
    </Box>
  );
}

function Criteria() {
  const { t } = useTranslation();
  return (
    <TableContainer component="section" tabIndex={0} aria-label={t('accessibility.criteria')}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('accessibility.criterion')}</TableCell>
            <TableCell>{t('accessibility.level')}</TableCell>
            <TableCell>{t('accessibility.clause')}</TableCell>
            <TableCell>{t('accessibility.conformance')}</TableCell>
            <TableCell>{t('accessibility.evidence')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {criteria.map((criterion) => (
            <Row key={criterion.id} checked={criterion} level={criterion.level} clause={clauseOf(criterion)}>
              <bdi>{criterion.id}</bdi> {t(`accessibility.criterion.${criterion.id}`)}
            </Row>
          ))}
          {chapters.map((chapter) => (
            <Row key={chapter.id} checked={chapter} clause={chapter.id}>
              {t(chapter.title)}
            </Row>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface RowProps {
  checked: Checked;
  level?: string;
  clause: string | undefined;
  children: ReactNode;
}

/** A criterion or a chapter, its conformance with the reason, and what it was checked by. */
function Row({ checked, level = '–', clause = '–', children }: RowProps) {
  const { t } = useTranslation();
  const { limit, byOrganisation } = checked;
  const evidence = evidenceOf(checked);
  const reason = limit
    ? t(`accessibility.limit.${limit}`)
    : byOrganisation
      ? t('accessibility.report.how')
      : evidence === 'automatic' && t('accessibility.limit.rules');
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontWeight: 400 }}>
        {children}
      </TableCell>
      <TableCell>{level}</TableCell>
      <TableCell>{clause}</TableCell>
      <TableCell>
        {t(`accessibility.conformance.${conformanceOf(checked)}`)}
        {reason && (
          <Typography variant="caption" component="p" color="textSecondary">
            {reason}
          </Typography>
        )}
      </TableCell>
      <TableCell>{t(`accessibility.evidence.${evidence}`)}</TableCell>
    </TableRow>
  );
}
