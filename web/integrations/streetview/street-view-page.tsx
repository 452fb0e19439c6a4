import Box from '@mui/material/Box';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { typeConfig } from '../../../wire/integrations/integration-config.ts';
import type { HostConnection } from '../client/client.ts';
import { connectPage } from '../page/connect-page.ts';
import { streetView } from './street-view.ts';

/** Google's viewer beside the map, with its terms visible. */
export function StreetViewPage() {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let viewer: ReturnType<typeof streetView> | undefined;
    const host: HostConnection = connectPage(
      {
        async open(location, { config, credentials, locale }) {
          viewer ??= streetView(element, typeConfig('streetview', config).radius, () => host);
          await viewer.load(credentials['apiKey'], locale);
          return viewer.goTo(location);
        },
        move: (location) => viewer?.goTo(location),
      },
      { wants: ['credentials'] },
    );
  }, []);
  return (
    <Box sx={{ position: 'fixed', inset: 0, display: 'flex', flexDirection: 'column' }}>
      <Box ref={place} sx={{ flex: 1, minHeight: 0 }} />
      <Box component="small" sx={{ p: 1, color: 'text.secondary', backgroundColor: 'background.paper' }}>
        {t('integration.streetView.terms')}
      </Box>
    </Box>
  );
}
