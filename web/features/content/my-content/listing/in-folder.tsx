import FolderOutlined from '@mui/icons-material/FolderOutlined';
import Box from '@mui/material/Box';

/** The folder an item is in; nothing for none. */
export function InFolder({ title }: { title: string | undefined }) {
  if (!title) return null;
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', gap: 0.5, typography: 'body2', color: 'text.secondary' }}
    >
      <FolderOutlined aria-hidden sx={{ fontSize: '1rem' }} />
      <bdi>{title}</bdi>
    </Box>
  );
}
