import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useLanguage } from '../../languages/index.ts';
import { useHub } from '../host/hub.ts';
import { type CapturedNote, feedbackAddress } from './note.ts';

export interface CaptureActionsProps {
  note: CapturedNote;
  text: string;
  onClose: () => void;
}

/** Where the note waits for a form of this product; the Cityworks panel reads it. */
export const noteKey = (org: string) => `mapping.note.${org}`;

/** Copy it, keep the pictures, send it to the feedback form or into a Cityworks request. */
export function CaptureActions({ note, text, onClose }: CaptureActionsProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { language } = useLanguage();
  const { org, config, availableIntegrations, openIntegration } = useApplicationContext();
  const [copied, setCopied] = useState(false);
  const cityworks = availableIntegrations.find(
    ({ type, config: of }) => type === 'cityworks' && of['server'] !== undefined,
  );
  const request = (id: string) => {
    sessionStorage.setItem(noteKey(org), text);
    openIntegration(id);
    hub.shownTab.set(id);
    onClose();
  };
  return (
    <>
      <Button onClick={() => void copyText(text).then((done) => done && setCopied(true))}>
        {copied ? t('integration.capture.copied') : t('integration.capture.copy')}
      </Button>
      <Button onClick={() => savePictures(note)}>{t('integration.capture.save')}</Button>
      {cityworks && <Button onClick={() => request(cityworks.id)}>{t('integration.capture.request')}</Button>}
      {config.feedback && (
        <Button
          variant="contained"
          href={feedbackAddress(config.feedback.url, note, text, language, org)}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t('feedback.give')}
        </Button>
      )}
      <Button onClick={onClose}>{t('integration.capture.close')}</Button>
    </>
  );
}

function savePictures({ mapPicture, viewPicture }: CapturedNote): void {
  for (const [name, picture] of Object.entries({ map: mapPicture, view: viewPicture })) {
    if (!picture) continue;
    const link = document.createElement('a');
    link.href = picture;
    link.download = `${name}.${/^data:image\/(\w+)/.exec(picture)?.[1] ?? 'jpg'}`;
    link.click();
  }
}
