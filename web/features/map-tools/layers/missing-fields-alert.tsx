import Alert from '@mui/material/Alert';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import { type LayerUse, openMissingFields } from '../../../map/configure/configure.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';

const none: readonly string[] = [];

/** The fields that a part of a layer reads although the layer no longer has them, as a text; empty if it has all. */
export function useMissingFields(layerId: string, part: LayerUse): { count: number; names: string } {
  const { list } = useFormats();
  const { session } = useCapability((model) => openMissingFields(model, layerId, part), {
    key: `${layerId} ${part}`,
  });
  const missing = useStore(session?.state, none);
  return { count: missing.length, names: list(missing) };
}

/** Names the fields that no longer exist, and what to do about it. */
export function MissingFieldsAlert({ layerId, part }: { layerId: string; part: LayerUse }) {
  const { t } = useTranslation();
  const { count, names } = useMissingFields(layerId, part);
  if (count === 0) return null;
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { overflowWrap: 'anywhere', minWidth: 0 } }}>
      {t('layers.missing', { count, names })} {t(`layers.missing.${part}`)}
    </Alert>
  );
}
