/**
 * What members notice of each version, the newest first; texts are `guide.news.{id}`. A new version changes
 * `newsVersion`, too.
 */
export const news = [
  { version: '0.1.0', ids: ['comments', 'notifications', 'roles', 'forms', 'scene', 'analysis'] },
] as const;
