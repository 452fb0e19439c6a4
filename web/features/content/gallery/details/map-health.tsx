import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../../i18n/index.ts';
import { useMapChecks } from '../use-map-checks.ts';

/** The map doctor's results: the problem for everyone, the affected layers for users who can fix them. */
export function MapHealth({ id }: { id: string }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const check = useMapChecks([id]).get(id);
  if (!check) return null;
  const when = t('gallery.check.when', { when: ago(check.checkedAt) });
  if (!check.attention) {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('gallery.check.well')} {when}
      </Typography>
    );
  }
  const concerned = (check.layers ?? []).filter(({ state }) =>
    check.problems.some((problem) => problem === state),
  );
  return (
    <Alert severity="warning">
      {check.problems.map((problem) => (
        <div key={problem}>{t(`gallery.check.${problem}`)}</div>
      ))}
      {concerned.length > 0 && (
        <>
          <div>{t('gallery.check.owner')}</div>
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {concerned.map(({ title, state }, index) => (
              <li key={`${index} ${title}`}>
                <bdi>{title || t('gallery.details.layers.untitled')}</bdi>:{' '}
                {t(`gallery.check.state.${state}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Typography variant="body2">{when}</Typography>
    </Alert>
  );
}
