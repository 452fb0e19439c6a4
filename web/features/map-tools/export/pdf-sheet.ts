import arabicAddress from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url';
import robotoAddress from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';
import type { jsPDF } from 'jspdf';

/** A page that is being written. */
export interface Sheet {
  pdf: jsPDF;
  /** Whether text runs from right to left. */
  rtl: boolean;
  /** Whether a font with Arabic letters has been added. */
  arabic: boolean;
}

/**
 * Adds fonts to a page: the standard fonts of PDF have neither Cyrillic nor Arabic letters. The licences of these fonts (Apache
 * 2.0, OFL 1.1) allow embedding. The Arabic font is loaded only for texts that need it.
 */
export async function useFonts(pdf: jsPDF, rtl: boolean, arabic: boolean): Promise<Sheet> {
  await addFont(pdf, 'Roboto', robotoAddress);
  if (arabic) {
    const bytes = await addFont(pdf, 'Noto Sans Arabic', arabicAddress);
    // Texts drawn as images look the same on every computer.
    document.fonts.add(await new FontFace('Noto Sans Arabic', bytes).load());
  }
  pdf.setFont('Roboto', 'normal');
  return { pdf, rtl, arabic };
}

async function addFont(pdf: jsPDF, name: string, address: string): Promise<ArrayBuffer> {
  const buffer = await (await fetch(address)).arrayBuffer();
  const bytes = new Uint8Array(buffer);
  let binary = '';
  for (let at = 0; at < bytes.length; at += 8192)
    binary += String.fromCodePoint(...bytes.subarray(at, at + 8192));
  pdf.addFileToVFS(`${name}.ttf`, btoa(binary));
  pdf.addFont(`${name}.ttf`, name, 'normal');
  return buffer;
}
