// Single measurements of an extract with their floors and aims, as a table.

export interface Measure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly floor?: number;
  readonly aim?: number;
  /** Whether smaller values are better. */
  readonly isCost?: boolean;
}

/** Returns whether every floor is met. */
export function printMeasures(title: string, measures: readonly Measure[]): boolean {
  console.log(`${title}\n`);
  console.log('| measure | value | floor | aim | |');
  console.log('|---|--:|--:|--:|---|');
  for (const measure of measures) {
    const { name, value, unit, floor, aim } = measure;
    const goal = (number?: number) => (number === undefined ? '' : `${number} ${unit}`);
    const verdict = floor === undefined ? '' : isMet(measure) ? 'met' : 'missed';
    console.log(
      `| ${name} | ${value.toFixed(value < 10 ? 2 : 1)} ${unit} | ${goal(floor)} | ${goal(aim)} | ${verdict} |`,
    );
  }
  return measures.every(isMet);
}

function isMet({ value, floor, isCost = false }: Measure): boolean {
  return floor === undefined || (isCost ? value <= floor : value >= floor);
}
