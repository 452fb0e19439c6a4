import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A field whose value changed. */
interface ChangedValue {
  name: string;
  label: string;
  from: string;
  to: string;
}

interface ChangeRowProps {
  title: string;
  /** The person; empty where none is known. */
  who: string;
  when: string;
  values: readonly ChangedValue[];
  /** Shown for values that are empty. */
  empty: string;
  /** Below the values, such as that the feature was moved. */
  more?: string | undefined;
  /** At the end of the row. */
  action?: ReactNode;
}

/** A change of a feature: who changed what from what to what, and when. */
export function ChangeRow({ title, who, when, values, empty, more, action }: ChangeRowProps) {
  return (
    <li>
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', paddingBlock: 0.75 }}>
        {title}
        <Typography variant="body2" color="textSecondary">
          {who !== '' && (
            <>
              <bdi>{who}</bdi>
              {' · '}
            </>
          )}
          <bdi>{when}</bdi>
        </Typography>
        {(values.length > 0 || more !== undefined) && (
          <Box component="ul" sx={{ margin: 0, paddingInlineStart: 2.5 }}>
            {values.map(({ name, label, from, to }) => (
              <Typography key={name} component="li" variant="body2">
                <bdi>{label}</bdi>
                {': '}
                <del>
                  <bdi>{from || empty}</bdi>
                </del>{' '}
                <ins style={{ textDecoration: 'none', fontWeight: 500 }}>
                  <bdi>{to || empty}</bdi>
                </ins>
              </Typography>
            ))}
            {more !== undefined && (
              <Typography component="li" variant="body2">
                {more}
              </Typography>
            )}
          </Box>
        )}
      </Box>
      {action}
    </li>
  );
}

/** The list of changes. */
export const ChangeRows = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: 8 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
}));
