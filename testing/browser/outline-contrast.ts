import type { Page } from '@playwright/test';
import { contrastOf } from '../../wire/palette.ts';

/** The outlines of fields, buttons and switches that differ too little from what is around them (WCAG 1.4.11). */
export async function faintOutlines(page: Page): Promise<string[]> {
  const outlines = await page.evaluate(measure);
  const faint = outlines.filter(({ line, around }) => contrastOf(line, around) < 3);
  return [...new Set(faint.map(({ name, line, around }) => `outline ${name}: ${line} on ${around}`))];
}

/** Runs in the page. */
function measure(): { name: string; line: string; around: string }[] {
  const outlined = [
    '.MuiOutlinedInput-notchedOutline',
    '.MuiButton-outlined',
    '.MuiToggleButton-root',
    '.MuiChip-outlined.MuiChip-clickable',
    '.MuiSwitch-track',
    'input[type=color]',
  ];
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  /** Colours over each other, the lowest first, as `#rrggbb`. */
  const blend = (colours: readonly string[]) => {
    context.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    const rgb = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
    return `#${rgb.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const behind = (element: Element): string[] => {
    const colours: string[] = [];
    for (let one: Element | null = element.parentElement; one; one = one.parentElement)
      colours.unshift(getComputedStyle(one).backgroundColor);
    return colours;
  };
  return [...document.querySelectorAll(outlined.join())].flatMap((element) => {
    const control = element.closest('.MuiInputBase-root, .MuiSwitch-root') ?? element;
    const isDisabled = control.matches('.Mui-disabled, :disabled, [aria-disabled=true]');
    if (isDisabled || control.querySelector('.Mui-disabled') || element.closest('[inert]')) return [];
    if (!element.checkVisibility({ visibilityProperty: true })) return [];
    const { borderTopColor, borderTopWidth, backgroundColor } = getComputedStyle(element);
    const line = element.matches('.MuiSwitch-track') ? backgroundColor : borderTopColor;
    // Fields without an outline lie in one that has it.
    if (borderTopWidth === '0px' && line === borderTopColor) return [];
    const around = behind(control);
    return [
      { name: element.className || element.localName, line: blend([...around, line]), around: blend(around) },
    ];
  });
}
