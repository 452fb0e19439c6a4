import Refresh from '@mui/icons-material/Refresh';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { AnalysisResult, AnalysisSession } from '../../../map/analysis/analysis.ts';
import type { Recipe } from '../../../map/analysis/recipe.ts';
import { useStore } from '../../../map/store.ts';
import { radii, sizes } from '../../../ui/sizes.ts';

export interface AnalysisResultsProps {
  session: AnalysisSession;
  busy: boolean;
  onOpen: (recipe: Recipe) => void;
  onAgain: (result: AnalysisResult) => void;
}

/** The map's layers that were made by analyses, with how they were made. */
export function AnalysisResults({ session, busy, onOpen, onAgain }: AnalysisResultsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const results = useStore(session.results);
  const layers = useStore(session.layers);
  if (results.length === 0) return null;
  const titleOf = (id: string) =>
    layers.find((layer) => layer.id === id)?.title || t('analysis.missingLayer');
  const howMade = ({ tool, input, other }: Recipe) =>
    [t(`analysis.tool.${tool}`), titleOf(input), ...(other ? [titleOf(other)] : [])].join(' · ');
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} component="h3" variant="body2" color="textSecondary" sx={{ pb: 0.5 }}>
        {t('analysis.results')}
      </Typography>
      <List disablePadding sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control }}>
        {results.map((result) => (
          <ListItem
            key={result.layerId}
            disablePadding
            secondaryAction={
              <Tooltip title={t('analysis.again')}>
                <span>
                  <IconButton
                    edge="end"
                    disabled={busy}
                    aria-label={t('analysis.againOf', { title: result.title })}
                    onClick={() => onAgain(result)}
                  >
                    <Refresh fontSize="small" />
                  </IconButton>
                </span>
              </Tooltip>
            }
          >
            <ListItemButton onClick={() => onOpen(result.recipe)} sx={{ minHeight: sizes.touch, py: 0.25 }}>
              <ListItemText
                primary={<bdi>{result.title || t('layers.untitled')}</bdi>}
                secondary={howMade(result.recipe)}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
