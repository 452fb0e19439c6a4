import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { MissingWork } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import { errorText } from '../../features/languages/index.ts';

export interface MissingKindsProps {
  missing: readonly MissingWork[];
  /** Whether they are being asked for again. */
  asking: boolean;
  onAgain: () => void;
}

/** The kinds of work that are not in the list, and why. */
export function MissingKinds({ missing, asking, onAgain }: MissingKindsProps) {
  const { t } = useTranslation();
  return (
    <Alert
      severity="warning"
      action={
        <Button loading={asking} onClick={onAgain}>
          {t('app.tryAgain')}
        </Button>
      }
    >
      {missing.map(({ kind, id, detail }) => (
        <Box key={kind}>
          <strong>{t('integration.work.missing', { kind: t(`integration.work.kind.${kind}`) })}</strong>{' '}
          {errorText(t, new MappingError(id, detail))}
        </Box>
      ))}
    </Alert>
  );
}
