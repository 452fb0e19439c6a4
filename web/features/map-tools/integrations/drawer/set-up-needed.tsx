import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../../context/application-context.ts';
import type { Integration } from '../../../../context/integrations.ts';
import { isMessageKey, useLanguage } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';

export interface SetUpNeededProps {
  integration: Integration;
  /** Names of credentials and settings. */
  missing: readonly string[];
}

/** Replaces an integration's page: what an administrator must still enter, with a link. */
export function SetUpNeeded({ integration, missing }: SetUpNeededProps) {
  const { t } = useTranslation();
  return (
    // It scrolls in a low sheet, by keyboard too.
    <Box component="output" tabIndex={0} sx={styles.place}>
      <Typography variant="h3">{t('integration.setUp', { title: integration.title })}</Typography>
      <SetUpEntries integration={integration} missing={missing} />
    </Box>
  );
}

/** The missing entries, with a link for administrators; other users see whom to contact. */
export function SetUpEntries({ integration: { id }, missing }: SetUpNeededProps) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const { org } = useConfiguration();
  const { isAdmin, user, signIn } = useIdentity();
  const nameOf = (entry: string) => {
    const key = [`administration.credential.${entry}`, `kind.field.${entry}`].find((one) =>
      isMessageKey(one),
    );
    return key !== undefined && isMessageKey(key) ? (t as (key: string) => string)(key) : entry;
  };
  const entries = new Intl.ListFormat(language, { type: 'conjunction' }).format(missing.map(nameOf));
  return (
    <>
      <Typography>{t('integration.setUp.entries', { entries })}</Typography>
      {isAdmin ? (
        // A plain link: the pane may be in its own window, which has no router.
        <Button
          variant="outlined"
          href={`/${org}/administration?page=integrations&integration=${encodeURIComponent(id)}`}
          target="_blank"
          rel="noopener"
          sx={styles.button}
        >
          {t('integration.setUp.enter')}
        </Button>
      ) : (
        <Typography color="textSecondary">{t('integration.setUp.ask')}</Typography>
      )}
      {!user && (
        <Button onClick={() => void signIn()} sx={styles.button}>
          {t('session.signIn')}
        </Button>
      )}
    </>
  );
}

/** Replaces a page that is only for members. */
export function SignInNeeded({ title }: { title: string }) {
  const { t } = useTranslation();
  const { signIn } = useIdentity();
  return (
    <Box component="output" sx={styles.place}>
      <Typography variant="h3">{t('integration.signIn', { title })}</Typography>
      <Typography color="textSecondary">{t('integration.signIn.why')}</Typography>
      <Button variant="contained" onClick={() => void signIn()} sx={styles.button}>
        {t('session.signIn')}
      </Button>
    </Box>
  );
}

const styles = {
  place: {
    p: 3,
    display: 'grid',
    gap: 1,
    alignContent: 'safe center',
    justifyItems: 'start',
    flex: 1,
    overflowY: 'auto',
  },
  button: { mt: 1, minHeight: sizes.touch },
} as const;
