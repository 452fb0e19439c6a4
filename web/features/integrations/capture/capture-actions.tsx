import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import type { Integration } from '../../../context/integrations.ts';
import { copyText } from '../../../ui/copy-text.ts';
import { useLanguage } from '../../languages/index.ts';
import { useHub } from '../host/hub.ts';
import { type CapturedNote, feedbackAddress } from './note.ts';

export interface CaptureActionsProps {
  note: CapturedNote;
  text: string;
  onClose: () => void;
}

/** Copy it, keep the pictures, send it to the feedback form or into a Cityworks request. */
export function CaptureActions({ note, text, onClose }: CaptureActionsProps) {
  const { t } = useTranslation();
  const hub = useHub();
  const { language } = useLanguage();
  const { org, config, availableIntegrations, openIntegration } = useApplicationContext();
  const [copied, setCopied] = useState(false);
  const sites = availableIntegrations.filter(
    ({ type, config: of }) => type === 'cityworks' && of['server'] !== undefined,
  );
  // Prefer the sites that are open.
  const open = sites.filter(({ state }) => state !== 'inactive');
  const offered = open.length > 0 ? open : sites;
  const request = ({ id, state }: Integration) => {
    hub.note.set({ integration: id, text });
    if (state === 'inactive') openIntegration(id);
    hub.shownTab.set(id);
    // The form is in its own window, or else in the drawer of this one, while the dialog may be in another.
    (hub.windows.get(id) ?? window).focus();
    onClose();
  };
  // The clipboard belongs to the window that the person is in.
  const copy = async ({ defaultView }: Document) => setCopied(await copyText(text, defaultView ?? window));
  return (
    <>
      <Button onClick={({ currentTarget }) => void copy(currentTarget.ownerDocument)}>
        {copied ? t('integration.capture.copied') : t('integration.capture.copy')}
      </Button>
      <Button onClick={({ currentTarget }) => savePictures(note, currentTarget.ownerDocument)}>
        {t('integration.capture.save')}
      </Button>
      {offered.map((site) => (
        <Button key={site.id} onClick={() => request(site)}>
          {offered.length > 1
            ? `${t('integration.capture.request')} (${site.title})`
            : t('integration.capture.request')}
        </Button>
      ))}
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

function savePictures({ mapPicture, viewPicture }: CapturedNote, page: Document): void {
  for (const [name, picture] of Object.entries({ map: mapPicture, view: viewPicture })) {
    if (!picture) continue;
    const link = page.createElement('a');
    link.href = picture;
    link.download = `${name}.${/^data:image\/(\w+)/.exec(picture)?.[1] ?? 'jpg'}`;
    link.click();
  }
}
