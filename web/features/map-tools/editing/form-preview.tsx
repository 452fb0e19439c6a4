import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { openFormPreview } from '../../../map/edit/edit-feature.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { FormElements } from '../../../forms/form-elements.tsx';

/** The form of a layer with the values of one of its features, as it is when that feature is edited. */
export function FormPreview({ layerId }: { layerId: string }) {
  const { t } = useTranslation();
  const { session, error } = useCapability((model) => openFormPreview(model, layerId), { key: layerId });
  const elements = useStore(session?.elements);
  if (error)
    return (
      <Box role="alert">
        <ErrorMessage error={error} />
      </Box>
    );
  if (!session || !elements) return <Box component="output">{t('app.loading')}</Box>;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <FormElements elements={elements} tried={false} onValue={session.setValue} />
    </Box>
  );
}
