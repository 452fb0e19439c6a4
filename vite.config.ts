import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { arcgis } from './tools/arcgis/plugin.ts';
import { integrationClient, integrationPages, pageInputs } from './tools/integrations/plugin.ts';
import { firstPaint } from './tools/first-paint/plugin.ts';
import { reactModules } from './tools/first-paint/react-modules.ts';
import { unusedParts } from './tools/first-paint/unused-parts.ts';
import { messages } from './tools/translations/plugin.ts';
import { scriptFontStyles } from './tools/script-fonts/plugin.ts';
import { serviceWorker } from './tools/service-worker/plugin.ts';

/** Where `npm run dev` sends the calls the development server does not answer itself. */
const server = process.env['DEV_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [
    firstPaint(),
    unusedParts(),
    reactModules(),
    react(),
    messages(),
    scriptFontStyles(),
    arcgis(),
    integrationPages(),
    integrationClient(),
    serviceWorker(),
  ],
  // The plugin for the SDK empties the folder, but for the SDK's own files.
  build: { outDir: 'dist/web', emptyOutDir: false, rolldownOptions: { input: pageInputs() } },
  server: {
    host: '127.0.0.1',
    port: Number(process.env['DEV_PORT'] ?? 5173),
    strictPort: true,
    proxy: {
      '^/(api|portal|server|health|integrations)(/|$)': { target: server, changeOrigin: false },
    },
  },
});
