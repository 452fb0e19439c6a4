import CenterFocusStrong from '@mui/icons-material/CenterFocusStrongOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Visibility from '@mui/icons-material/VisibilityOutlined';
import VisibilityOff from '@mui/icons-material/VisibilityOffOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMapModel } from '../../map/map-model.ts';
import type { LayerState } from '../../map/map-state.ts';
import { errorText } from '../languages/index.ts';

/** One layer with its switch; the layers of a group stand below it. */
export function LayerRow({ layer, depth }: { layer: LayerState; depth: number }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const title = layer.title || t('viewer.layers.untitled');
  const failed = layer.status === 'failed';
  const state = failed
    ? errorText(t, layer.error)
    : layer.visible && layer.status === 'loading'
      ? t('app.loading')
      : undefined;
  return (
    <>
      <ListItem
        disableGutters
        sx={{ paddingInlineStart: 0.5 + depth * 2, paddingInlineEnd: 0.5, py: 0, minHeight: 44 }}
      >
        <RowButton
          label={layer.visible ? t('viewer.layers.hide', { title }) : t('viewer.layers.show', { title })}
          pressed={layer.visible}
          onClick={() => model?.setLayerVisible(layer.id, !layer.visible)}
        >
          {layer.visible ? <Visibility fontSize="small" /> : <VisibilityOff fontSize="small" />}
        </RowButton>
        <ListItemText
          primary={title}
          secondary={state}
          slotProps={{
            primary: {
              sx: {
                color: layer.visible && !failed ? 'text.primary' : 'text.secondary',
                overflowWrap: 'anywhere',
              },
            },
            secondary: {
              role: failed ? 'alert' : 'status',
              sx: { color: failed ? 'error.main' : 'text.secondary', overflowWrap: 'anywhere' },
            },
          }}
        />
        {failed ? (
          <RowButton label={t('viewer.layers.retry', { title })} onClick={() => model?.retryLayer(layer.id)}>
            <Refresh fontSize="small" />
          </RowButton>
        ) : (
          <RowButton
            label={t('viewer.layers.goTo', { title })}
            onClick={() => void model?.goToLayer(layer.id)}
          >
            <CenterFocusStrong fontSize="small" />
          </RowButton>
        )}
      </ListItem>
      {layer.children.length > 0 && (
        <Box component="li" sx={{ listStyle: 'none' }}>
          <Box component="ul" sx={{ m: 0, p: 0 }}>
            {layer.children.map((child) => (
              <LayerRow key={child.id} layer={child} depth={depth + 1} />
            ))}
          </Box>
        </Box>
      )}
    </>
  );
}

function RowButton({
  label,
  pressed,
  onClick,
  children,
}: {
  label: string;
  pressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} aria-pressed={pressed} onClick={onClick} sx={{ width: 44, height: 44 }}>
        {children}
      </IconButton>
    </Tooltip>
  );
}
