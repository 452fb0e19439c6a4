/** The organisation's front page: welcome, quick actions, recent and featured maps, integrations (product.md, Home view). */
export { HomeView } from './home-view.tsx';
