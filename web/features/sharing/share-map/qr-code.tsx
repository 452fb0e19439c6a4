import Download from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { fileName } from '../../../map/export/write-data.ts';
import { pngOf, saveFile } from '../../../ui/browser.ts';
import { radii } from '../../../ui/sizes.ts';

/** Pixels of the downloaded image: sharp on a printed page. */
const printSide = 1024;

/** The QR code of an address, with buttons that download it. */
export function QrCode({ value, name }: { value: string; name: string }) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const save = async (kind: 'svg' | 'png') => {
    const drawn = host.current?.querySelector('svg');
    if (!drawn) return;
    const svg = printedSvg(drawn);
    const file = kind === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pictureOf(svg);
    saveFile({ name: fileName(name, kind), content: file });
  };
  return (
    <>
      <Box ref={host} sx={styles.code}>
        {/* Dark on light in both themes, because many scanners support nothing else. */}
        <QRCodeSVG value={value} size={176} title={t('sharing.qr')} />
      </Box>
      <Box sx={styles.buttons}>
        {(['svg', 'png'] as const).map((kind) => (
          <Button key={kind} size="small" startIcon={<Download />} onClick={() => void save(kind)}>
            {t(`sharing.qr.${kind}`)}
          </Button>
        ))}
      </Box>
    </>
  );
}

/** The code as a document of its own, with the white margin of four modules that scanners need. */
export function printedSvg(drawn: SVGSVGElement): string {
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [, , modules = 0] = (copy.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const quiet = 4;
  const side = modules + 2 * quiet;
  copy.setAttribute('viewBox', `${-quiet} ${-quiet} ${side} ${side}`);
  copy.setAttribute('width', String(printSide));
  copy.setAttribute('height', String(printSide));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const box = { x: -quiet, y: -quiet, width: side, height: side, fill: '#ffffff' };
  for (const [part, value] of Object.entries(box)) paper.setAttribute(part, String(value));
  const title = copy.querySelector('title');
  copy.insertBefore(paper, title ? title.nextSibling : copy.firstChild);
  return new XMLSerializer().serializeToString(copy);
}

async function pictureOf(svg: string): Promise<Blob> {
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = printSide;
  canvas.height = printSide;
  const context = canvas.getContext('2d');
  if (context) context.imageSmoothingEnabled = false;
  context?.drawImage(picture, 0, 0, printSide, printSide);
  return await pngOf(canvas);
}

const styles = {
  code: {
    justifySelf: 'center',
    lineHeight: 0,
    p: 2,
    borderRadius: radii.card,
    backgroundColor: 'common.white',
  },
  buttons: { display: 'flex', justifyContent: 'center', flexWrap: 'wrap', gap: 1, mt: -1 },
} as const;
