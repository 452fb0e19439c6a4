import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { describeFields, type Field, fieldsByPart, type PartName } from './describe-fields.ts';
import { OldApplications } from './old-applications.tsx';
import { Preview } from './preview.tsx';
import { SettingField } from './setting-field.tsx';
import type { Draft } from './use-draft.ts';

/** Every setting of the config in a form made from its schema, with a preview of the look beside it. */
export function SettingsPage({ draft }: { draft: Draft }) {
  const parts = useMemo(() => fieldsByPart(describeFields()), []);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) 320px' },
        alignItems: 'start',
      }}
    >
      <Box sx={{ position: { md: 'sticky' }, top: { md: 80 }, order: { md: 2 } }}>
        <Preview config={draft.config} />
      </Box>
      <Box sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
        {parts.map(({ part, fields }) => (
          <Part key={part} part={part} fields={fields} draft={draft} />
        ))}
        <OldApplications />
      </Box>
    </Box>
  );
}

function Part({ part, fields, draft }: { part: PartName; fields: Field[]; draft: Draft }) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={headingId}
      sx={{ p: { xs: 2, sm: 3 }, borderRadius: '12px', display: 'grid', gap: 3, minWidth: 0 }}
    >
      <Typography id={headingId} variant="h2">
        {t(`administration.part.${part}`)}
      </Typography>
      {fields.map((field) => (
        <SettingField key={field.path} field={field} draft={draft} />
      ))}
    </Paper>
  );
}
