/** The organisation's home view: welcome text, quick actions, recent and featured maps, integrations. */
export { HomeView } from './home-view.tsx';
