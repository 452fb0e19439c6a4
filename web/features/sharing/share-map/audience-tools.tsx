import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { NamedToolsContext } from '../../../context/open-map.ts';

/** The tools that readers get, one by one. */
export function AudienceTools({
  chosen,
  onChange,
}: {
  chosen: readonly string[];
  onChange: (ids: string[]) => void;
}) {
  const { t } = useTranslation();
  const tools = useContext(NamedToolsContext);
  return (
    <Box
      component="fieldset"
      aria-label={t('audience.tools')}
      sx={{
        m: 0,
        p: 0,
        border: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(180px, 1fr))',
      }}
    >
      {tools.map(({ id, title }) => (
        <FormControlLabel
          key={id}
          control={
            <Checkbox
              size="small"
              checked={chosen.includes(id)}
              onChange={(_event, on) =>
                onChange(on ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            />
          }
          label={title}
        />
      ))}
    </Box>
  );
}
