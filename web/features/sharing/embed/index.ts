/** Messages between a shared map and the page that embeds it. */
export { EmbedControl } from './embed-control.tsx';
