import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { SizeHandle } from './size-handle.tsx';
import { useDrawerSize } from './use-drawer-size.ts';

/** The drawer itself: beside the map, or a sheet below it on phones. Its size is the person's. */
export function DrawerFrame({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { size, change } = useDrawerSize();
  const phone = useMediaQuery('(max-width: 599.95px)', { noSsr: true });
  useEffect(() => {
    // The map above gives way to the sheet.
    const root = document.documentElement.style;
    if (phone) root.setProperty('--sheet-height', `${size.sheet}dvh`);
    return () => void root.removeProperty('--sheet-height');
  }, [phone, size.sheet]);
  const part = phone ? 'sheet' : 'width';
  return (
    <Box
      component="aside"
      aria-label={t('integration.drawer')}
      sx={styles.drawer}
      style={phone ? { height: `${size.sheet}dvh` } : { width: `min(${size.width}px, 70vw)` }}
    >
      <SizeHandle part={part} value={size[part]} onChange={change} />
      {children}
    </Box>
  );
}

const styles = {
  drawer: {
    containerName: 'drawer',
    containerType: { sm: 'inline-size' },
    position: { xs: 'fixed', sm: 'sticky' },
    insetInline: { xs: 0, sm: 'auto' },
    bottom: { xs: 0, sm: 'auto' },
    top: { sm: 'var(--header-height)' },
    height: { sm: 'calc(100dvh - var(--header-height))' },
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    zIndex: { xs: 'appBar', sm: 1 },
    backgroundColor: 'background.paper',
    borderInlineStart: { sm: 1 },
    borderTop: { xs: 1, sm: 0 },
    borderColor: { xs: 'divider', sm: 'divider' },
  },
} as const;
