import type { SvgIconComponent } from '@mui/icons-material';
import FormatListBulletedIcon from '@mui/icons-material/FormatListBulleted';
import LoginIcon from '@mui/icons-material/Login';
import LogoutIcon from '@mui/icons-material/Logout';
import OpenInNewIcon from '@mui/icons-material/OpenInNew';
import { styled } from '@mui/material/styles';

/**
 * Icons that point in the direction of the text, so they are mirrored in languages from right to left. Those of a single place, such as
 * the arrow of a way back, are mirrored where they are used. https://m2.material.io/design/usability/bidirectionality.html
 */
const mirrored = (Icon: SvgIconComponent) =>
  styled(Icon)({ '[dir=rtl] &': { transform: 'scaleX(-1)' } }) as unknown as SvgIconComponent;

export const FormatListBulleted = mirrored(FormatListBulletedIcon);
export const Login = mirrored(LoginIcon);
export const Logout = mirrored(LogoutIcon);
export const OpenInNew = mirrored(OpenInNewIcon);
