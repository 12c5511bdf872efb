// Unit tests of the colours and initials of crews: contrast, and distance for four kinds of colour vision.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { crewHues, HUES, initialsOf } from './crew-colours.ts';

const css = readFileSync(new URL('../map.css', import.meta.url), 'utf8');
const pairs = [...css.matchAll(/--hue: light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, light, dark]) => ({
  light: light ?? '',
  dark: dark ?? '',
}));
const grounds = { light: '#f4f1ea', dark: '#171d1a' } as const;
const texts = { light: '#ffffff', dark: '#101513' } as const;

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** Machado, Oliveira and Fernandes (2009), complete deficiency, on linear RGB. */
const visions: Readonly<Record<string, Matrix>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(colour: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const dot = (one: Triple, other: Triple) => one[0] * other[0] + one[1] * other[1] + one[2] * other[2];
const luminance = (colour: string) => dot([0.2126, 0.7152, 0.0722], linear(colour));

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** CIELAB. */
function seen(colour: string, vision: Matrix): Triple {
  const rgb = vision.map((row) => Math.min(1, Math.max(0, dot(row, linear(colour))))) as [
    number,
    number,
    number,
  ];
  const root = (value: number) => (value > 0.008_856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = root(dot([0.4124, 0.3576, 0.1805], rgb) / 0.950_47);
  const y = root(dot([0.2126, 0.7152, 0.0722], rgb));
  const z = root(dot([0.0193, 0.1192, 0.9505], rgb) / 1.088_83);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

test.each(['light', 'dark'] as const)('colours of crews differ enough in the %s theme', (theme) => {
  const colours = pairs.map((pair) => pair[theme]);
  expect(colours).toHaveLength(HUES);
  for (const colour of colours) {
    expect(contrast(colour, texts[theme]), `${colour}, text`).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour, grounds[theme]), `${colour}, ground`).toBeGreaterThanOrEqual(3);
  }
  for (const [name, vision] of Object.entries(visions))
    for (const [index, one] of colours.entries())
      for (const other of colours.slice(index + 1)) {
        const [a, b] = [seen(one, vision), seen(other, vision)];
        const distance = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
        expect(distance, `${one} and ${other}, ${name}`).toBeGreaterThan(20);
      }
});

test('gives crews different colours while there are enough', () => {
  const ids = Array.from({ length: HUES }, (_, index) => `crew-${index}`);
  expect(new Set(crewHues(ids).values()).size).toBe(HUES);
  // In any order, and again with more crews than colours.
  expect(crewHues(ids.toReversed())).toEqual(crewHues(ids));
  expect(crewHues([...ids, 'one more']).size).toBe(HUES + 1);
});

test.each([
  ['Ana and Bo', 'AB'],
  ['Crew 12', 'C12'],
  ['Nightingale', 'NI'],
  ['Blue van', 'BV'],
  ['Équipe de nuit', 'ÉDN'],
  ['', ''],
])('initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
