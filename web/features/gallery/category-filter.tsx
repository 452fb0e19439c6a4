import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { usePortalIdentity } from '../../context/use-portal-identity.ts';
import { categoryPaths, loadCategorySchema, loadGroupCategorySchema } from '../../portal/category-schema.ts';
import { Choice, ChoiceSkeleton } from '../../ui/choice.tsx';
import { errorText } from '../languages/index.ts';

export interface CategoryFilterProps {
  /** The selected group, whose own categories are listed before the portal's; empty: none. */
  groupId: string;
  category: string;
  onChoose: (category: string) => void;
}

/** The categories as a tree; nothing if there are none, and an error if they couldn't be loaded. */
export function CategoryFilter({ groupId, category, onChoose }: CategoryFilterProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useCategories(groupId);
  if (error) {
    const again = (
      <Button color="inherit" size="small" onClick={() => void refetch()}>
        {t('app.tryAgain')}
      </Button>
    );
    return (
      <Alert severity="warning" action={again} sx={{ py: 0 }}>
        {t('gallery.category.error')}: {errorText(t, error)}
      </Alert>
    );
  }
  if (!data) return <ChoiceSkeleton width={220} />;
  if (data.length === 0) return null;
  const known = data.some(({ path }) => path === category);
  return (
    <Choice
      width={220}
      label={t('gallery.category')}
      value={category || '*'}
      options={[
        ['*', t('gallery.category.any')],
        // The URL may name a category that the portal does not have: list it, so that it can be seen and removed.
        ...(category && !known ? [[category, category] as const] : []),
        ...data.map(({ path, title, depth }) => [path, `${'\u2003'.repeat(depth)}${title}`] as const),
      ]}
      onChoose={(chosen) => onChoose(chosen === '*' ? '' : chosen)}
    />
  );
}

function useCategories(groupId: string) {
  const { connection, portal } = useApplicationContext();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: ['portal', connection.restUrl, who, 'categories', groupId],
    queryFn: async ({ signal }) => {
      if (!portal) return [];
      const own = groupId ? await loadGroupCategorySchema(connection, portal, groupId, signal) : [];
      return categoryPaths(own.length > 0 ? own : await loadCategorySchema(connection, portal, signal));
    },
    enabled: known && portal !== undefined,
    staleTime: Infinity,
  });
}
