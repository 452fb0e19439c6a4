import '@fontsource/roboto/400.css';
import '@fontsource/roboto/500.css';
import type { ReactNode } from 'react';
import { GalleryFrame, type Look } from '../gallery-frame.tsx';

const choice = (title: string, icon: string, items: readonly string[]) => ({
  toolbar: { title, icon, items, dynamicTitle: true },
});

export default {
  globalTypes: {
    mode: choice('Light or dark', 'mirror', ['light', 'dark']),
    direction: choice('Direction', 'transfer', ['ltr', 'rtl']),
  },
  initialGlobals: { mode: 'light', direction: 'ltr' },
  decorators: [
    (Story: () => ReactNode, { globals }: { globals: Look }) => (
      <GalleryFrame mode={globals.mode} direction={globals.direction}>
        <Story />
      </GalleryFrame>
    ),
  ],
};
