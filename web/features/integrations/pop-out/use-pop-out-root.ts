import { useEffect, useState } from 'react';
import { useLanguage } from '../../languages/index.ts';

/**
 * The element of a window into which the portal goes, once its own page is there (what one puts into a window before that is
 * dropped by some browsers), with this page's fonts, language and title.
 */
export function usePopOutRoot(holder: Window | undefined, title: string): HTMLElement | undefined {
  const { language, direction } = useLanguage();
  const [root, setRoot] = useState<HTMLElement>();
  useEffect(() => {
    if (!holder) return undefined;
    const find = () => {
      const found = holder.document?.getElementById('pop-out');
      if (!found) return false;
      carryStyleSheets(holder.document);
      setRoot(found);
      return true;
    };
    if (find()) return undefined;
    holder.addEventListener('load', find);
    // The listener is lost when the first empty page gives way to ours.
    const timer = setInterval(() => find() && clearInterval(timer), 50);
    return () => {
      clearInterval(timer);
      holder.removeEventListener('load', find);
    };
  }, [holder]);
  useEffect(() => {
    if (root) namePage(root.ownerDocument, { title, language, direction });
  }, [root, title, language, direction]);
  return root;
}

function namePage(page: Document, words: { title: string; language: string; direction: string }): void {
  page.title = words.title;
  page.documentElement.lang = words.language;
  page.documentElement.dir = words.direction;
}

/** The fonts come with linked style sheets; everything else is made anew by the theme. */
function carryStyleSheets(page: Document): void {
  if (page.head.querySelector('link[rel="stylesheet"]')) return;
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')) {
    const copy = page.createElement('link');
    copy.rel = 'stylesheet';
    copy.href = link.href;
    page.head.append(copy);
  }
}
