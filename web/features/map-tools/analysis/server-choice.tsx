import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipe } from '../../../../wire/analysis.ts';
import { MappingError } from '../../../../wire/errors.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { useFormats } from '../../../i18n/index.ts';
import type { AnalysisSession } from '../../../map/analysis/analysis.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { startAnalysis } from '../../../portal/analysis.ts';
import { capabilitiesOf } from '../../../portal/capabilities.ts';
import { serverJobs, type ServerJobs } from './server-jobs.ts';

/** Number of features from which the server computes unless the user decides otherwise. */
const many = 50_000;
/** The largest number of features that a browser computes. */
const most = 200_000;

/** Whether the server can compute a recipe, the user's choice, and how to start it. */
export interface ServerAnalysis {
  isOffered: boolean;
  isChosen: boolean;
  /** Whether the browser cannot do it. */
  isNeeded: boolean;
  choose: (on: boolean) => void;
  start: (recipe: Recipe, title: string) => void;
  isStarting: boolean;
  error: Error | null;
  jobs: ServerJobs;
}

export function useServer(session: AnalysisSession, recipe: Recipe | undefined): ServerAnalysis {
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { who } = usePortalIdentity(connection);
  const owner = useId();
  const [choice, setChoice] = useState<boolean>();
  const jobs = useMemo(() => serverJobs(localStorage, `${connection.url}.${who}`), [connection, who]);
  // Embedded portals analyse; those of Esri have services of their own for it.
  const mayUse = portal?.uploadPreviews === true && capabilitiesOf(user, portal).publish;
  const server = `${connection.url.replace(/\/portal(?=\/[^/]+$|$)/, '/server')}/rest/services/`;
  const { data: inputs } = useQuery({
    queryKey: mapKeys.hostedInputs(owner, recipe),
    queryFn: async ({ signal }) =>
      (recipe && (await session.hostedInputs(recipe, server, signal).catch(() => undefined))) ?? null,
    enabled: mayUse && recipe !== undefined,
    gcTime: 0,
  });
  const starting = useMutation({
    mutationFn: async ({ recipe: wanted, title }: { recipe: Recipe; title: string }) => {
      const found = await session.hostedInputs(wanted, server);
      if (!found)
        throw new MappingError('analysis:no-layer', 'A layer of the recipe is not hosted by this server.');
      const { features: _count, ...given } = found;
      jobs.add({
        ...(await startAnalysis(connection, who, { recipe: wanted, title, ...given })),
        title,
        recipe: wanted,
      });
    },
  });
  const features = inputs?.features ?? 0;
  const isNeeded = features > most;
  return {
    isOffered: Boolean(inputs),
    isChosen: Boolean(inputs) && (isNeeded || (choice ?? features > many)),
    isNeeded,
    choose: setChoice,
    start: (wanted, title) => starting.mutate({ recipe: wanted, title }),
    isStarting: starting.isPending,
    error: starting.error,
    jobs,
  };
}

export function ServerChoice({ server }: { server: ServerAnalysis }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const help = useId();
  if (!server.isOffered) return null;
  return (
    <Box>
      <FormControlLabel
        control={
          <Switch
            checked={server.isChosen}
            disabled={server.isNeeded}
            slotProps={{ input: { 'aria-describedby': help } }}
            onChange={(_event, on) => server.choose(on)}
          />
        }
        label={t('analysis.useServer')}
      />
      <FormHelperText id={help}>
        {server.isNeeded ? t('analysis.useServer.only', { most: number(most) }) : t('analysis.useServer.why')}
      </FormHelperText>
    </Box>
  );
}
