import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { darkTokens, lightTokens } from '../../http/pages/page-tokens.ts';
import { contrastRatio, fromOklch, type HexColor, toOklch } from '../../lib/oklch.ts';
import { brandPalette, brandStylesheet, stylesheetColor, stylesheetPath } from './brand-palette.ts';

const anyColor = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value): HexColor => `#${value.toString(16).padStart(6, '0')}`);
const hex = (color: string) => (color === '#fff' ? '#ffffff' : color) as HexColor;

describe('Brand palette', () => {
  it.each([
    ['light', lightTokens],
    ['dark', darkTokens],
  ] as const)('of any color is legible on every surface of the %s theme', (theme, tokens) => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const { accent, accentHover, onAccent, tint } = brandPalette(color)[theme];
        const { paper, card, hover, field, ink, muted } = tokens;
        const pairs: [HexColor, HexColor][] = [
          ...[paper, card, hover, field, tint].map((surface): [HexColor, HexColor] => [accent, hex(surface)]),
          [onAccent, accent],
          [onAccent, accentHover],
          [hex(ink), tint],
          [hex(muted), tint],
        ];
        for (const [text, surface] of pairs)
          expect(contrastRatio(text, surface), `${text} on ${surface}`).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 200, examples: [['#000000'], ['#ffffff'], ['#ffff00'], ['#0000ff'], ['#777777']] },
    );
  });

  it('keeps a color that is legible, and the hue of one that is not', () => {
    expect(brandPalette('#0b3d91').light.accent).toBe('#0b3d91');
    expect(brandPalette('#8ecae6').dark.accent).toBe('#8ecae6');
    const { accent } = brandPalette('#ffb703').light;
    expect(accent).not.toBe('#ffb703');
    expect(Math.abs(toOklch(accent).hue - toOklch('#ffb703').hue)).toBeLessThan(0.1);
  });

  it('converts colors to OKLCH and back', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(fromOklch(toOklch(color))).toBe(color);
      }),
    );
  });

  it('measures the contrast of WCAG', () => {
    expect(contrastRatio('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastRatio('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  it('names the stylesheet after the color and contains nothing but colors', () => {
    const path = stylesheetPath('#ffb703');
    expect(path).toBe('/branding/1-ffb703.css');
    expect(stylesheetColor('1-ffb703.css')).toBe('#ffb703');
    for (const name of ['1-FFB703.css', '2-ffb703.css', 'ffb703.css', '1-ffb70.css', '1-red.css'])
      expect(stylesheetColor(name)).toBeNull();
    expect(brandStylesheet('#ffb703')).toMatch(/^html:root\{--accent:#[0-9a-f]{6};/);
  });

  it('leaves the colors of states alone, so that a red brand does not make success look like failure', () => {
    const replaced = [...brandStylesheet('#b3261e').matchAll(/--([a-z-]+):/g)].map(([, name]) => name);
    expect(replaced).toContain('accent');
    for (const name of ['good', 'good-tint', 'danger', 'danger-tint', 'signal', 'signal-tint'])
      expect(replaced).not.toContain(name);
    expect(lightTokens).toHaveProperty('good');
  });
});
