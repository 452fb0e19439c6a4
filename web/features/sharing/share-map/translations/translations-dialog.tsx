import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Translate from '@mui/icons-material/Translate';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MapTranslations } from '../../../../../wire/map-translations.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../i18n/index.ts';
import type { MapWork } from '../../../../map/document/map-work.ts';
import type { MapModel } from '../../../../map/map-model.ts';
import { openTranslations } from '../../../../map/document/own-members.ts';
import { collectTexts, type MapText } from '../../../../map/translations/translations.ts';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { LongList } from '../../../../ui/long-list.tsx';
import { LanguageSelect } from '../../../../i18n/language-select.tsx';
import { StateMessage } from '../../../../ui/state-message.tsx';
import { usePhone } from '../../../../ui/use-screen.ts';
import { TextRow } from './text-row.tsx';

export interface TranslationsDialogProps {
  model: MapModel;
  work: MapWork;
  onClose: () => void;
}

/** The texts of a map, with their translation into one language at a time. */
export function TranslationsDialog({ model, work, onClose }: TranslationsDialogProps) {
  const phone = usePhone();
  const heading = useId();
  const { t } = useTranslation();
  const { number } = useFormats();
  const { texts, error } = useMapTexts(model, work);
  const store = openTranslations(work.source);
  const [draft, setDraft] = useState<MapTranslations>(() => store.get() ?? {});
  const [language, setLanguage] = useState(() => Object.keys(draft)[0] ?? '');
  const [missing, setMissing] = useState(false);
  const own = draft[language] ?? {};
  const isDone = ({ text }: MapText) => textIn(own, text) !== '';
  const [before, setBefore] = useState<Record<string, string>>(own);
  const choose = (next: string) => {
    setLanguage(next);
    setBefore(draft[next] ?? {});
  };
  const only = (on: boolean) => {
    setMissing(on);
    setBefore(own);
  };
  // A text stays in the list while it is translated.
  const listed = texts?.filter(({ text }) => !missing || textIn(before, text) === '') ?? [];
  const [asking, setAsking] = useState(false);
  const isChanged = JSON.stringify(written(draft)) !== JSON.stringify(store.get());
  const apply = () => {
    if (isChanged) store.set(written(draft));
    onClose();
  };
  const cancel = () => (isChanged ? setAsking(true) : onClose());
  return (
    <Dialog open fullScreen={phone} fullWidth maxWidth="md" onClose={cancel} aria-labelledby={heading}>
      <DialogTitle id={heading}>{t('translations.title')}</DialogTitle>
      <DialogContent sx={styles.content}>
        <Typography color="textSecondary">
          {t('translations.why')} {t('translations.item')}
        </Typography>
        <Box sx={styles.head}>
          <LanguageSelect
            label={t('language.choose')}
            value={language}
            marked={Object.keys(draft)}
            onChange={choose}
          />
          {language && texts && (
            <Typography component="output" color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {t('translations.count', {
                done: number(texts.filter(isDone).length),
                total: number(texts.length),
              })}
            </Typography>
          )}
          {language && (
            <FormControlLabel
              control={<Switch checked={missing} onChange={(_event, on) => only(on)} />}
              label={t('translations.missing')}
            />
          )}
        </Box>
        {error !== undefined && (
          <StateMessage compact role="alert" icon={<CloudOff />} title={<ErrorMessage error={error} />} />
        )}
        {!texts && error === undefined && (
          <Box component="output" aria-label={t('app.loading')}>
            {[1, 2, 3].map((row) => (
              <Skeleton key={row} animation={false} height={64} />
            ))}
          </Box>
        )}
        {texts?.length === 0 && (
          <StateMessage compact icon={<Translate />} title={t('translations.nothing')} />
        )}
        {language && (
          <LongList
            items={listed}
            textOf={({ text, layer }) => `${layer} ${text} ${textIn(own, text)}`}
            searchLabel={t('translations.search')}
            noneText={t('translations.noMatch')}
            moreLabel={t('app.showMore')}
          >
            {(shown) => (
              <Box component="ul" sx={styles.list}>
                {shown.map((one) => (
                  <TextRow
                    key={one.text}
                    text={one}
                    language={language}
                    value={Object.hasOwn(own, one.text) ? (own[one.text] ?? '') : ''}
                    onChange={(next) => setDraft({ ...draft, [language]: { ...own, [one.text]: next } })}
                  />
                ))}
              </Box>
            )}
          </LongList>
        )}
      </DialogContent>
      <DialogActions sx={{ p: 2 }}>
        <Button onClick={cancel}>{t('sharing.cancel')}</Button>
        <Button variant="contained" disabled={!texts} onClick={apply}>
          {t('audience.apply')}
        </Button>
      </DialogActions>
      {asking && (
        <ConfirmDialog
          question={t('edit.leave.title')}
          consequences={t('content.discard.sure')}
          confirm={t('content.discard')}
          cancel={t('content.discard.keep')}
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        />
      )}
    </Dialog>
  );
}

/** The texts of the open map as it is now; undefined while they are read. */
function useMapTexts(
  model: MapModel,
  work: MapWork,
): { texts: readonly MapText[] | undefined; error: unknown } {
  const [state, setState] = useState<{ texts?: readonly MapText[]; error?: unknown }>({});
  useEffect(() => {
    let left = false;
    const read = async () => collectTexts(model, await work.read());
    read().then(
      (texts) => !left && setState({ texts }),
      (error: unknown) => !left && setState({ error }),
    );
    return () => {
      left = true;
    };
  }, [model, work]);
  return { texts: state.texts, error: state.error };
}

/**
 * The translation of a text; empty for none. Texts of a map can be called as members of all objects, such as
 * `constructor`.
 */
function textIn(texts: Record<string, string>, text: string): string {
  return Object.hasOwn(texts, text) ? (texts[text] ?? '').trim() : '';
}

/** Without empty texts, and languages without any; undefined for none. */
function written(draft: MapTranslations): MapTranslations | undefined {
  const languages = Object.entries(draft).flatMap(([tag, texts]) => {
    const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
    return filled.length > 0 ? [[tag, Object.fromEntries(filled)] as const] : [];
  });
  return languages.length > 0 ? Object.fromEntries(languages) : undefined;
}

const styles = {
  content: { display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' },
  head: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', columnGap: 2, rowGap: 1, pt: 1 },
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 },
} as const;
