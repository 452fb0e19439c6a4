import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Box from '@mui/material/Box';
import { textSizes } from '../../../../ui/sizes.ts';

/** The folder of an item; renders nothing for none. */
export function InFolder({ title }: { title: string | undefined }) {
  if (!title) return null;
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: 'text.secondary' }}
    >
      <FolderOutlined aria-hidden sx={{ fontSize: textSizes.large }} />
      <bdi>{title}</bdi>
    </Box>
  );
}
