// The gallery uses the Vite and the React of the project; only Storybook itself is installed beside it.
export default {
  stories: ['../stories/*.stories.tsx'],
  framework: {
    name: '@storybook/react-vite',
    options: { builder: { viteConfigPath: 'testing/web/gallery/storybook/vite.config.mjs' } },
  },
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
};
