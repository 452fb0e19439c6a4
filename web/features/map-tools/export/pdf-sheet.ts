import arabicAddress from '@expo-google-fonts/noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf?url';
import robotoAddress from '@expo-google-fonts/roboto/400Regular/Roboto_400Regular.ttf?url';
import type { jsPDF } from 'jspdf';

/** A page that is being written. */
export interface Sheet {
  pdf: jsPDF;
  /** Whether lines begin at the right. */
  rtl: boolean;
  /** Whether it has a font with Arabic letters. */
  arabic: boolean;
}

/**
 * Gives a page its fonts: the standard ones of PDF know neither Cyrillic nor Arabic. Ours may be given away with a file
 * (Apache 2.0, OFL 1.1). The Arabic one is brought for texts that need it.
 */
export async function useFonts(pdf: jsPDF, rtl: boolean, arabic: boolean): Promise<Sheet> {
  await addFont(pdf, 'Roboto', robotoAddress);
  if (arabic) {
    const bytes = await addFont(pdf, 'Noto Sans Arabic', arabicAddress);
    // Pictures of texts look the same on every computer.
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
